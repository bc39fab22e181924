import { words } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GRID_KEYS, HEAD_KEYS, QUEUE_KEYS, VALUE_KEYS } from './keys.ts';

const t = words.keys;

/** The display name of a key. */
const nameOf = (key: string) =>
  key
    .split(/\+(?=.)/)
    .map((part) => t.names[part] ?? (/^[A-Z]$/.test(part) ? `Shift+${part}` : part.toUpperCase().length === 1 ? part.toUpperCase() : part))
    .join('+');

const sections = [
  { title: t.sections.grid, keys: GRID_KEYS, says: t.grid as Record<string, string> },
  { title: t.sections.value, keys: VALUE_KEYS, says: t.value as Record<string, string> },
  { title: t.sections.head, keys: HEAD_KEYS, says: t.head as Record<string, string> },
  { title: t.sections.queue, keys: QUEUE_KEYS, says: t.queue as Record<string, string> },
];

/** All keys of the grid and of the review queue. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t.title} onClose={onClose} wide>
    <p className="soft">{t.note}</p>
    <div className="keys">
      {sections.map(({ title, keys, says }, i) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {Object.entries(i === 0 ? t.moves : {}).map(([key, what]) => (
              <Entry key={key} keys={key.split(', ')} what={what} />
            ))}
            {Object.entries(keys).map(([action, list]) => (
              <Entry key={action} keys={action === 'sentence' ? ['1–7'] : list.map(nameOf)} what={says[action] ?? ''} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);

const Entry = ({ keys, what }: { keys: readonly string[]; what: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{what}</dd>
  </div>
);
