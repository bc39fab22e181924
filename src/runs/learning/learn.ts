import type { Decided } from '../../agent/judge/learner.ts';
import type { Tx } from '../../db/connection/client.ts';
import {
  type AnswerVersions,
  type DecidedCell,
  type DecidedValue,
  holdAnswers,
  holdRows,
  listAnswerVersions,
  saveDecidedValues,
  saveDecisions,
  saveLearned,
  saveLikelihoods,
  saveSuggestions,
} from '../../db/queries/learning/decisions.ts';
import { savePassages } from '../../db/queries/learning/scores.ts';
import { recombineRows } from '../../db/queries/rows/combine.ts';
import { listPageTexts } from '../../db/queries/shared/page.ts';
import { lockWebset } from '../../db/queries/websets/webset.ts';
import { evidenceAt, holds, type Span } from '../../domain/page/evidence.ts';
import type { VerdictReason } from '../../domain/verdict.ts';
import type { WorkerDeps } from '../worker-deps.ts';
import { cellKey, type DecidedWebset, decideWebset } from './decide.ts';
import { scoreMissing } from './score.ts';

/** Rows whose cells are written at a time. */
const BATCH = 250;
/** Answers that come faster than they can be learned are joined by the next try. */
const TRIES = 20;

type Learning = Pick<WorkerDeps, 'db' | 'ports' | 'scorer' | 'learner'>;

/**
 * Decides a webset's rows by its scores and answers, and writes what changed, fenced by the versions of the answers: an answer that comes meanwhile
 * has all decided again. `always`: also when every answer is part of the verdicts already, for rows that a run added.
 */
export async function learnWebset(deps: Learning, websetId: string, signal: AbortSignal, { always = false } = {}): Promise<void> {
  const { db } = deps;
  for (let tries = 0; tries < TRIES; tries++) {
    signal.throwIfAborted();
    const { answers: versions, isCurrent } = await listAnswerVersions(db, websetId);
    if (versions.size === 0 || (isCurrent && !(always && tries === 0))) return;
    await scoreMissing(deps, websetId, signal);
    const made = await decideWebset(deps, websetId, signal);
    // without rows there is nothing to decide, and nothing that is not learned
    const writing = made
      ? write(deps, websetId, { made, versions })
      : fenced(deps, websetId, versions, (tx) => saveLearned(tx, versions, new Map()));
    if (await writing) return;
  }
}

/** Does something while no answer can come. False when one came meanwhile: nothing is done then. */
const fenced = ({ db }: Learning, websetId: string, versions: AnswerVersions, work: (tx: Tx) => Promise<unknown>): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await lockWebset(tx, websetId)) || !(await holdAnswers(tx, websetId, versions))) return false;
    await work(tx);
    return true;
  });

/** False when an answer came meanwhile: what was not written yet is left. */
async function write(
  deps: Learning,
  websetId: string,
  { made, versions }: { made: DecidedWebset; versions: AnswerVersions },
): Promise<boolean> {
  const behindFence = (work: (tx: Tx) => Promise<unknown>) => fenced(deps, websetId, versions, work);
  for (let from = 0; from < made.rows.length; from += BATCH) {
    const cells = await cellsOf(deps, made, from);
    const offered = await candidatesOf(deps, made, from);
    const rows = made.rows.slice(from, from + BATCH);
    const isOurs = await behindFence(async (tx) => {
      await holdRows(
        tx,
        rows.map(({ id }) => id),
      );
      await saveDecisions(tx, cells);
      await saveSuggestions(
        tx,
        rows.map(({ id }) => id),
        offered.filter(({ isOffered }) => isOffered),
      );
      // before anybody said a value of a column, what the rules read stands
      const taught = offered.filter(({ enrichmentId }) => (versions.get(enrichmentId) ?? 0) > 0);
      await saveDecidedValues(tx, valuesOf(taught, made.confirmed));
      await saveLikelihoods(
        tx,
        rows.map(({ id }, i) => ({ rowId: id, likelihood: made.decided.rows[from + i]?.likelihood ?? 0 })),
      );
    });
    if (!isOurs) return false;
  }
  return behindFence(async (tx) => {
    await savePassages(
      tx,
      made.passages.flatMap((row, i) =>
        made.criteria.map(({ id }, c) => ({
          rowId: made.rows[row]?.id as string,
          criterionId: id,
          spans: made.decided.passages[i]?.[c] ?? [],
        })),
      ),
    );
    await recombineRows(tx, websetId);
    await saveLearned(
      tx,
      versions,
      new Map(made.criteria.flatMap(({ id }, i) => (made.decided.estimates[i] ? [[id, made.decided.estimates[i]]] : []))),
    );
  });
}

const NOTES = {
  answered: 'A person said so.',
  learned: 'It follows from answers on other pages.',
  likely: 'The page’s words are close to what is asked.',
  regained: 'The rules read it on the page. A model left it open, as it left open most of what the rules prove.',
  contrasted: 'Where other pages say it, this page says something else.',
  unsupported: 'Neither the rules nor the answers so far can tell: it needs a model or your answers.',
};

async function cellsOf(
  { db }: Learning,
  { rows, criteria, answers, regained, decided }: DecidedWebset,
  from: number,
): Promise<DecidedCell[]> {
  const quoted = await quotesOf(
    db,
    rows
      .slice(from, from + BATCH)
      .flatMap(({ pageId }, i) =>
        (decided.rows[from + i]?.cells ?? []).flatMap(({ evidence }) => (evidence ? [{ pageId, ...evidence }] : [])),
      ),
  );
  return rows.slice(from, from + BATCH).flatMap((row, i) =>
    (decided.rows[from + i]?.cells ?? []).flatMap((cell, c): DecidedCell[] => {
      const criterion = criteria[c];
      if (!criterion || cell.verdict === null || cell.reason === 'answered') return [];
      const quote = cell.evidence && quoted({ pageId: row.pageId, ...cell.evidence });
      const n = answers.get(criterion.id) ?? 0;
      const isProved = quote !== null || (cell.reason !== 'likely' && cell.verdict !== 'match' && cell.verdict !== 'partial');
      const isRegained = regained.has(cellKey({ rowId: row.id, criterionId: criterion.id }));
      // what is not proved against a model is left as the model said
      if (isRegained && (cell.reason !== 'rules' || cell.verdict !== 'match' || quote === null)) return [];
      const common = { rowId: row.id, criterionId: criterion.id, probability: cell.foreseen, answers: n, isRegained };
      if (!isProved)
        return [{ ...common, ...NOTHING, verdict: 'needs_review', reason: 'unproved', judge: 'lexical', note: NOTES.unsupported }];
      if (cell.reason === 'rules') {
        const reason = cell.ruled ?? 'ambiguous';
        const note = isRegained ? NOTES.regained : (RULED[reason] ?? 'The rules read it on the page.');
        return [{ ...common, ...spanOf(cell.evidence, quote), verdict: cell.verdict, reason, judge: 'lexical', note }];
      }
      return [
        {
          ...common,
          ...spanOf(cell.evidence, quote),
          verdict: cell.verdict,
          reason: reasonOf(cell),
          judge: n > 0 ? 'learned' : 'lexical',
          note: NOTES[cell.reason === 'likely' && cell.verdict === 'no_match' ? 'contrasted' : cell.reason],
        },
      ];
    }),
  );
}

const reasonOf = ({ reason, verdict }: Pick<Decided['rows'][number]['cells'][number], 'reason' | 'verdict'>): VerdictReason =>
  reason === 'learned' ? 'learned' : verdict === 'match' ? 'stated' : verdict === 'no_match' ? 'contradicted' : 'unsupported';

const NOTHING = { quote: null, start: null, end: null };
const RULED: Partial<Record<VerdictReason, string>> = {
  language: 'The page is written in another language than the request.',
  ambiguous: 'The page’s words allow both.',
  conflict: 'The page says two things.',
  hypothetical: 'The page says it of a plan or a possibility.',
  comparison: 'It is a comparison, which one page cannot prove.',
};

const spanOf = (evidence: Span | null, quote: string | null) =>
  evidence && quote !== null ? { quote, start: evidence.start, end: evidence.end } : NOTHING;

interface PageSpan extends Span {
  pageId: string;
}

const TEXTS = 16;

/** The page's own words at spans; null where a span is no part of one block. */
async function quotesOf(db: WorkerDeps['db'], spans: readonly PageSpan[]): Promise<(span: PageSpan) => string | null> {
  const found = new Map<string, string>();
  const keyOf = ({ pageId, start, end }: PageSpan) => `${pageId} ${start} ${end}`;
  const byPage = Map.groupBy(spans, ({ pageId }) => pageId);
  const ids = [...byPage.keys()];
  for (let i = 0; i < ids.length; i += TEXTS)
    for (const { id, text } of await listPageTexts(db, ids.slice(i, i + TEXTS)))
      for (const span of byPage.get(id) ?? []) {
        const evidence = evidenceAt(text, span);
        if (holds(text, evidence)) found.set(keyOf(span), evidence.quote);
      }
  return (span) => found.get(keyOf(span)) ?? null;
}

interface Offer extends PageSpan {
  rowId: string;
  enrichmentId: string;
  value: string;
  likelihood: number;
  /** Whether it is likely enough to fill the cell, and at least to be suggested. */
  fills: boolean;
  isOffered: boolean;
  quote: string;
}

/** The best candidate of each cell that has one, with the page's words about it. */
async function candidatesOf({ db }: Learning, { rows, columns, decided }: DecidedWebset, from: number): Promise<Offer[]> {
  const offered = rows.slice(from, from + BATCH).flatMap((row, i) =>
    columns.flatMap(({ id }, c) => {
      const one = decided.columns[c]?.[from + i];
      const value = one?.candidate;
      return one?.evidence && value
        ? [
            {
              rowId: row.id,
              enrichmentId: id,
              pageId: row.pageId,
              value,
              fills: one.value !== null,
              isOffered: one.value !== null || one.suggestion !== null,
              likelihood: one.likelihood,
              ...one.evidence,
            },
          ]
        : [];
    }),
  );
  const quoted = await quotesOf(db, offered);
  return offered.flatMap((one) => {
    const quote = quoted(one);
    return quote === null ? [] : [{ ...one, quote }];
  });
}

const VALUE_NOTES = {
  learned: 'It stands where the values stand that people confirmed.',
  lexical: 'The page gives it as the other pages give theirs.',
  unsure: 'The best candidate is not sure enough: it is suggested.',
  unlikely: 'No candidate is likely enough to be suggested.',
};

/** The values of taught columns, as all rows and what people confirmed have them; a cell without a candidate stays as it is. */
const valuesOf = (offered: readonly Offer[], confirmed: ReadonlyMap<string, number>): DecidedValue[] =>
  offered.map(({ rowId, enrichmentId, value, fills, isOffered, quote, start, end }) => {
    const judge = (confirmed.get(enrichmentId) ?? 0) > 0 ? 'learned' : 'lexical';
    const cell = { rowId, enrichmentId, judge } as const;
    return fills
      ? { ...cell, value, quote, start, end, reason: 'stated', note: VALUE_NOTES[judge] }
      : { ...cell, ...NOTHING, value: null, reason: 'ambiguous', note: isOffered ? VALUE_NOTES.unsure : VALUE_NOTES.unlikely };
  });
