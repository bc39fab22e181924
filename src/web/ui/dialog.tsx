import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { words } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { keepFocusIn } from './focus.ts';

/** A modal dialog, the browser's own: focus stays in it and Escape closes it. Its first field has the focus. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  // in the same frame as the change: a later effect would lose the focus for some frames
  useLayoutEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    const place = before?.closest('section, header, details, main'); // its section, should the element disappear meanwhile
    if (current && !current.open) current.showModal();
    current
      ?.querySelector<HTMLElement>(
        'input:enabled:not([type=radio]), input:enabled:checked, textarea:enabled, select:enabled, [type=submit]:enabled',
      )
      ?.focus();
    return () => {
      current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      keepFocusIn(place);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click beside it
    <dialog
      ref={dialog}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === dialog.current; // a text selection by mouse may end beside it
      }}
      onClick={(event) => event.target === dialog.current && pressedBeside.current && onClose()}
    >
      <div className="dialog-inside">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
