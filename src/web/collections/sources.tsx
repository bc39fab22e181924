import { Link } from 'wouter';
import type { Sources } from '../home/draft.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { isOfBrowser, type Listed } from './list.ts';

const t = words.sources;

/** What a request searches: the default, until something is chosen. */
export function SourceChooser({
  listed: { collections, hasWeb },
  sources,
  onChange,
}: {
  listed: Listed;
  sources: Sources | undefined;
  onChange: (sources: Sources | undefined) => void;
}) {
  const known = collections ?? [];
  const chosen = sources ?? usualSources({ collections, hasWeb });
  const pick = (id: string, on: boolean) =>
    onChange({ ...chosen, collectionIds: on ? [...chosen.collectionIds, id] : chosen.collectionIds.filter((one) => one !== id) });
  return (
    <details className="sources">
      <summary>{t.choose}</summary>
      <fieldset>
        <legend className="unseen">{t.choose}</legend>
        <label>
          <input
            type="checkbox"
            checked={chosen.searchWeb && hasWeb}
            disabled={!hasWeb}
            onChange={({ target }) => onChange({ ...chosen, searchWeb: target.checked })}
          />
          <span>{hasWeb ? t.web : t.webOff}</span>
        </label>
        {known.map(({ id, name, kind, pages, files }) => (
          <label key={id}>
            <input type="checkbox" checked={chosen.collectionIds.includes(id)} onChange={({ target }) => pick(id, target.checked)} />
            <span dir="auto">{t.label(kind === 'samples' ? words.collections.samples : name, pages, files.waiting)}</span>
          </label>
        ))}
      </fieldset>
      <div className="sources-foot">
        {sources && (
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            {t.again}
          </Button>
        )}
        <Link href="/collections">{t.addPages}</Link>
      </div>
    </details>
  );
}

/** What a request without named sources searches, as the service decides it; collections without an owner must be named. */
export function usualSources({ collections, hasWeb }: Pick<Listed, 'collections' | 'hasWeb'>): Sources {
  const held = (collections ?? []).filter(({ id, pages, files }) => pages + files.waiting > 0 && !isOfBrowser(id));
  const own = held.filter(({ kind }) => kind !== 'samples');
  const searched = own.length > 0 || hasWeb ? own : held;
  return { collectionIds: searched.map(({ id }) => id), searchWeb: hasWeb };
}

/** The names of the chosen sources. */
export const namesOf = ({ collections, hasWeb }: Listed, { collectionIds, searchWeb }: Sources): string[] => [
  ...(searchWeb && hasWeb ? [t.web] : []),
  ...(collections ?? [])
    .filter(({ id }) => collectionIds.includes(id))
    .map(({ name, kind, pages, files }) => t.label(kind === 'samples' ? words.collections.samples : name, pages, files.waiting)),
];
