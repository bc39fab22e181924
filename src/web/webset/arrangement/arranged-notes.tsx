import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { Arranged } from './use-arranged.ts';

const t = words.filters;

interface Props {
  arranged: Arranged;
  /** Called when a button is pressed, which disappears with its note. */
  onPressed: () => void;
}

/** Shown when rows of a sorted or filtered list arrived or changed since. */
export const ChangedNote = ({ arranged: { changed, again }, onPressed }: Props) =>
  changed > 0 && <Note text={t.changed(changed)} label={t.again} act={again} onPressed={onPressed} />;

/** Shown when a page of a sorted or filtered list could not be fetched, while rows are shown. */
export const FailedNote = ({ arranged: { trouble, isHere, retry }, onPressed }: Props) =>
  trouble && <Note text={`${isHere ? t.incomplete : t.failed} ${trouble.message}`} label={words.retry} act={retry} onPressed={onPressed} />;

const Note = ({ text, label, act, onPressed }: { text: string; label: string; act: () => void; onPressed: () => void }) => (
  <div className="stays" role="status">
    <p>{text}</p>
    <Button
      kind="quiet"
      onClick={() => {
        act();
        onPressed();
      }}
    >
      {label}
    </Button>
  </div>
);
