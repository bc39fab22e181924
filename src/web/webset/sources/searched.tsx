import { usePerson } from '../../api/account.ts';
import { useService } from '../../api/service-setup.ts';
import { type Listed, useCollections } from '../../collections/list.ts';
import { namesOf, usualSources } from '../../collections/sources.tsx';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Icon } from '../../ui/icon.tsx';

const t = words.sources;

/** What a webset searches, and the way to change it; `onChange` null: the reader may not, or not now. */
export function Searched({ head, onChange }: { head: HeadFragment; onChange: (() => void) | null }) {
  const service = useService();
  const person = usePerson();
  const listed = useCollections();
  const hasWeb = service?.searchProviders.some(({ name, enabled }) => enabled && name !== 'index') ?? true;
  const isKnown = head.access === 'own' && head.owned === Boolean(person); // the caller's default is then also the run's
  const usual = isKnown && head.collections === null && listed.collections ? usualNames(listed, head) : null;
  const said = t.searched(usual ?? searchedBy(head, hasWeb));
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

/** The names of the default sources of an own webset; later ones are included automatically. */
const usualNames = (listed: Listed, { searchWeb }: HeadFragment): string[] | null => {
  const { collectionIds } = usualSources(listed);
  const names = namesOf(listed, { collectionIds, searchWeb });
  return names.length === 0 ? null : shortened(names);
};

const SHOWN = 3;

/** The first names, and the number of the others. */
const shortened = (names: string[]) => (names.length > SHOWN ? [...names.slice(0, SHOWN - 1), t.moreOf(names.length - SHOWN + 1)] : names);

/** The names of what is searched; for a webset without named sources, what that means. */
export function searchedBy({ collections, searchWeb }: HeadFragment, hasWeb: boolean): string[] {
  if (collections === null) return [searchWeb && hasWeb ? t.usual : t.usualOffline];
  const names = collections.map(({ name, kind }) => (kind === 'samples' ? words.collections.samples : name));
  return [...(searchWeb ? [hasWeb ? t.web : t.webOff] : []), ...names];
}
