import { words } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';

const t = words.shareDialog;

/** A link of this service in a field, and the button that copies it. */
export function CopiedLink({ label, path, onCopied }: { label: string; path: string; onCopied: (words: string) => void }) {
  const link = location.origin + path;
  const copy = () => {
    navigator.clipboard?.writeText(link).then(
      () => onCopied(t.copied),
      () => onCopied(t.copyFailed),
    ) ?? onCopied(t.copyFailed);
  };
  return (
    <div className="share-link">
      <input aria-label={label} value={link} readOnly onFocus={({ target }) => target.setSelectionRange(0, link.length, 'backward')} />
      <IconButton icon="copy" label={t.copyOne(label)} onClick={copy} />
    </div>
  );
}
