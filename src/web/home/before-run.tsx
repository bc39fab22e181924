import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ask } from '../api/client.ts';
import type { Listed } from '../collections/list.ts';
import { namesOf, SourceChooser, usualSources } from '../collections/sources.tsx';
import { BeforeRunDocument, type BeforeRunQuery, PlanEstimateDocument, type PlanEstimateQuery } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Field } from '../ui/field.tsx';
import type { Limits, Sources } from './draft.ts';

const t = words.beforeRun;
const PAUSE_MS = 300;
const PAGES_MAX = 1_000_000;
const NAMES = ['target', 'maxPages', 'maxMinutes', 'maxCost'] as const;
type Facts = BeforeRunQuery['service'];

/** The setup of the next run; null until it is known, or without the service. */
function useFacts(): Facts | null {
  const [facts, setFacts] = useState<Facts | null>(null);
  useEffect(() => {
    let stale = false;
    ask(BeforeRunDocument, {}).then(
      ({ service }) => stale || setFacts(service),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, []);
  return facts;
}

/** What the run will search, who judges, and its limits, which can be changed. `planned`: the number of results that the request names. */
export function BeforeRun({
  limits,
  listed,
  sources,
  planned,
  cells,
  onChange,
  onSources,
}: {
  limits: Limits;
  listed: Listed;
  sources: Sources | undefined;
  onSources: (sources: Sources | undefined) => void;
  planned: number | null;
  /** The number of planned criteria and columns. */
  cells: number;
  onChange: (limits: Limits) => void;
}) {
  const facts = useFacts();
  const pages = limits.maxPages ?? facts?.defaults.maxPages;
  const estimate = useEstimate(facts?.models.some(isModel) ? pages : undefined, cells);
  if (!facts) return null;
  const { ceilings, defaults, indexedPages, models, searchProviders } = facts;
  const web = searchProviders.filter(({ name, enabled }) => enabled && name !== 'index').map(({ name }) => name);
  const model = models.find(isModel)?.name ?? null;
  const target = planned === null ? defaults.target : Math.min(planned, ceilings.target);
  const asked: BeforeRunQuery['service']['defaults'] = { ...defaults, target, ...set(limits) };
  const costs = model !== null;
  const searchesNothing = sources ? namesOf(listed, sources).length === 0 : web.length === 0 && indexedPages.all === 0;
  return (
    <section className="before-run" aria-label={t.label}>
      <dl>
        <dt>{t.searches}</dt>
        <dd>
          {sources
            ? words.sources.chosen(namesOf(listed, sources))
            : listed.collections
              ? t.whereNamed(web, namesOf(listed, usualSources(listed)))
              : t.where(web, indexedPages.all, indexedPages.samples)}{' '}
          {web.length === 0 && <Link href="/settings#search">{t.turnOnSearch}</Link>}
          {searchesNothing && !sources && (
            <>
              {' · '}
              <Link href="/collections">{words.sources.addPages}</Link>
            </>
          )}
          {listed.collections && <SourceChooser listed={listed} sources={sources} onChange={onSources} />}
        </dd>
        <dt>{t.judged}</dt>
        <dd>
          {model === null ? t.byRules : t.byModel(model)} {model === null && <Link href="/settings#model">{t.connectModel}</Link>}
        </dd>
        {!searchesNothing && estimate?.whole && estimate.preview && (
          <>
            <dt>{t.costs}</dt>
            <dd>
              {words.run.estimate(estimate.whole)} {t.previewCosts(words.run.estimate(estimate.preview))}
            </dd>
          </>
        )}
        <dt>{t.stops}</dt>
        <dd>
          <details
            onInvalidCapture={(event) => {
              event.currentTarget.open = true; // a browser shows a field's error only where the field is visible
            }}
          >
            <summary>{t.limits({ ...asked, maxCost: costs ? asked.maxCost : null })}</summary>
            <div className="limits">
              {NAMES.filter((name) => name !== 'maxCost' || costs).map((name) => (
                <Field
                  key={name}
                  label={t.fields[name]}
                  hint={t.most(ceilings[name], name === 'maxCost')}
                  type="number"
                  inputMode={name === 'maxCost' ? 'decimal' : 'numeric'}
                  min={name === 'maxCost' ? 0 : 1}
                  step={name === 'maxCost' ? 'any' : 1}
                  max={ceilings[name]}
                  placeholder={name === 'target' ? String(target) : (defaults[name]?.toString() ?? '')}
                  value={limits[name] ?? ''}
                  onChange={({ target: { valueAsNumber } }) =>
                    onChange({ ...limits, [name]: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber })
                  }
                />
              ))}
            </div>
          </details>
        </dd>
      </dl>
    </section>
  );
}

const isModel = ({ name, enabled }: Facts['models'][number]) => enabled && name !== 'rules';

/** The cost of the run and of a preview; null where it is not known, or no model judges. */
function useEstimate(pages: number | undefined, cells: number): PlanEstimateQuery['service'] | null {
  const [found, setFound] = useState<PlanEstimateQuery['service'] | null>(null);
  useEffect(() => {
    if (pages === undefined || !(pages >= 1)) return;
    let stale = false;
    const timer = setTimeout(
      () =>
        ask(PlanEstimateDocument, { maxPages: Math.min(pages, PAGES_MAX), cells }).then(
          ({ service }) => stale || setFound(service),
          () => {},
        ),
      PAUSE_MS,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [pages, cells]);
  return pages === undefined ? null : found;
}

/** The limits that were set. */
const set = (limits: Limits) =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as Record<string, number>;
