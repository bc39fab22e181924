import { type KeyboardEvent, useId, useState } from 'react';
import { words } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

const t = words.commands;

/** A command for the open webset. */
export interface Command {
  label: string;
  act: () => void;
}

/** A searchable list of commands: arrow keys choose, Enter runs one. */
export function CommandsDialog({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label }) => wanted.every((word) => label.toLowerCase().includes(word)));
  const chosen = Math.min(at, found.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    setTimeout(command.act); // after the dialog is closed and the focus is back
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setAt((chosen + found.length - 1) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Field
        label={t.find}
        value={text}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t.title} className="commands">
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same as a click
          <div
            key={command.label}
            id={`${id}-${i}`}
            ref={(option) => {
              if (i === chosen) option?.scrollIntoView({ block: 'nearest' });
            }}
            role="option"
            aria-selected={i === chosen}
            className="command"
            onClick={() => run(command)}
          >
            {command.label}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="soft">{t.none}</p>}
    </Dialog>
  );
}
