import type { ReactNode } from 'react';
import { dayOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import type { Proof } from './proof-panel.tsx';
import { reasonOf } from './reason.ts';

const t = words.earlier;

type EarlierVerdict = Proof['verdicts'][number]['earlier'][number];
type EarlierValue = Proof['values'][number]['earlier'][number];

/** The answers of a criterion's cell before it was judged again, newest first. */
export const EarlierVerdicts = ({ all }: { all: readonly EarlierVerdict[] }) => (
  <Earlier
    all={all}
    what="criterion"
    textOf={({ verdict, judgedAt, judge }) => t.verdict(verdict ? words.verdicts[verdict] : t.failed, dayOf(judgedAt), words.judges[judge])}
  />
);

export const EarlierValues = ({ all }: { all: readonly EarlierValue[] }) => (
  <Earlier all={all} what="enrichment" textOf={({ value, judgedAt, judge }) => t.value(value, dayOf(judgedAt), words.judges[judge])} />
);

function Earlier<E extends EarlierVerdict | EarlierValue>({
  all,
  what,
  textOf,
}: {
  all: readonly E[];
  what: 'criterion' | 'enrichment';
  textOf: (one: E) => string;
}) {
  const [newest, ...others] = all;
  if (!newest) return null;
  const one = (cell: E): ReactNode => (
    <>
      {textOf(cell)} {reasonOf(what, cell)}
      {cell.evidence && <q>{cell.evidence.quote}</q>}
    </>
  );
  return (
    <div className="earlier soft">
      <p>{one(newest)}</p>
      {others.length > 0 && (
        <details className="review-history">
          <summary>{t.more(others.length)}</summary>
          <ol>
            {others.map((cell) => (
              <li key={cell.judgedAt}>{one(cell)}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
