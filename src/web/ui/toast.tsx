import { useEffect, useRef, useSyncExternalStore } from 'react';
import { PATIENCE } from '../patience.ts';
import { words } from '../texts/texts.ts';
import { IconButton } from './button.tsx';

interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'bad';
  action?: { label: string; act: () => void };
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const notify of listeners) notify();
}

export const dismiss = (id: number) => set(toasts.filter((one) => one.id !== id));

/** Shows a message at the foot of the page. Returns how to remove it. */
export function say(
  text: string,
  { kind = 'plain', action, lasts = PATIENCE.saidMs }: { kind?: Toast['kind']; action?: Toast['action']; lasts?: number } = {},
): () => void {
  const id = ++last;
  set([...toasts.slice(-2), { id, text, kind, ...(action && { action }) }]);
  const timer = setTimeout(() => dismiss(id), lasts);
  return () => {
    clearTimeout(timer);
    dismiss(id);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The messages at the foot of the page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const before = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that disappears with the focus returns it
  useEffect(() => {
    if (!before.current || document.activeElement !== document.body) return;
    const { current } = before;
    (current instanceof HTMLElement && current.isConnected ? current : document.querySelector<HTMLElement>('.arrive'))?.focus();
  }, [shown]);
  return (
    <div
      className="toasts"
      role="status"
      aria-live="polite"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = null;
      }}
    >
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} className={`toast toast-${kind}`}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                dismiss(id);
                action.act();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" label={words.close} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
