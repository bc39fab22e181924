import { useService } from '../../api/service.ts';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Icon } from '../../ui/icon.tsx';

const t = words.sources;

/** What a webset searches, and the way to change it; `onChange` null: whoever looks may not, or not now. */
export function Searched({ head, onChange }: { head: HeadFragment; onChange: (() => void) | null }) {
  const service = useService();
  const hasWeb = service?.searchProviders.some(({ name, enabled }) => enabled && name !== 'index') ?? true;
  const said = t.searched(searchedBy(head, hasWeb));
  if (!onChange)
    return (
      <p className="run-searched soft" title={said} dir="auto">
        {said}
      </p>
    );
  return (
    <button type="button" className="run-searched run-searched-change soft" title={said} onClick={onChange}>
      <span dir="auto">{said}</span> <Icon name="pencil" size={12} />
      <span className="unseen">{t.change}</span>
    </button>
  );
}

/** The names of what is searched; of one that names none what that means. */
export function searchedBy({ collections, searchWeb }: HeadFragment, hasWeb: boolean): string[] {
  if (collections === null) return [searchWeb && hasWeb ? t.usual : t.usualOffline];
  const names = collections.map(({ name, kind }) => (kind === 'samples' ? words.collections.samples : name));
  return [...(searchWeb ? [hasWeb ? t.web : t.webOff] : []), ...names];
}
