import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Format } from '../../generated/documents.ts';
import { say } from '../../ui/toast.tsx';

/** Where the focus goes after a cell was edited; `null`: nowhere, since something else has it. */
export type Step = 'down' | 'right' | 'left' | 'here' | null;

const MODES = { number: 'decimal', url: 'url', date: 'text', text: 'text' } as const;
const VALUE_MAX = 2000;

interface Props {
  label: string;
  format: Format;
  text: string;
  /** The text is a suggestion: saving it confirms it. */
  isSuggested?: boolean;
  /** The typed key that replaces the text. */
  typed: string | null;
  /** Saves the text; returns the error. */
  onSave: (text: string) => Promise<string | null>;
  onDone: (step: Step) => void;
}

/** Edits a cell in place: Enter and Tab save and go on, Escape discards. */
export function CellEditor({ label, format, text, isSuggested = false, typed, onSave, onDone }: Props) {
  const [written, setWritten] = useState(typed ?? text);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (typed === null) input.current?.select();
  }, [typed]);
  const leave = (step: Step) => {
    isOver.current = true;
    onDone(step);
  };
  const save = async (step: Step) => {
    if (busy) return;
    if (written.trim() === text && !(isSuggested && step !== null)) return leave(step);
    setBusy(true);
    const why = await onSave(written.trim());
    setBusy(false);
    if (why === null) return leave(step);
    if (step === null) {
      say(why, { kind: 'bad' });
      return leave(null);
    }
    setError(why);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'Enter' ? 'down' : event.key === 'Tab' ? (event.shiftKey ? 'left' : 'right') : null;
    if (event.key === 'Escape') leave('here');
    else if (step) void save(step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="cell-editor">
      <input
        ref={input}
        aria-label={label}
        aria-invalid={error !== null}
        aria-busy={busy}
        readOnly={busy}
        dir="auto"
        inputMode={MODES[format]}
        maxLength={VALUE_MAX}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => !isOver.current && !busy && void save(null)}
      />
      {error && (
        <p className="cell-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
