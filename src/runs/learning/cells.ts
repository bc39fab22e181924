import type { Decided } from '../../agent/judge/threads/learner.ts';
import type { Database } from '../../db/connection/client.ts';
import type { DecidedCell } from '../../db/queries/learning/decisions.ts';
import type { Span } from '../../domain/page/evidence.ts';
import type { VerdictReason } from '../../domain/verdict.ts';
import { cellKey, type DecidedWebset } from './decide.ts';
import { NOTHING, quotesOf, type Range } from './quotes.ts';

const NOTES = {
  answered: 'A person said so.',
  learned: 'It follows from answers on other pages.',
  likely: 'The page’s words are close to what is asked.',
  regained: 'The rules read it on the page. A model left it open, as it left open most of what the rules prove.',
  contrasted: 'Where other pages say it, this page says something else.',
  unsupported: 'Neither the rules nor the answers so far can tell: it needs a model or your answers.',
};

/** The verdicts of a range of rows to be written, with the page's words where they prove it; what a person answered stays as it is. */
export async function cellsOf(
  db: Database,
  { rows, criteria, answers, regained, decided }: DecidedWebset,
  { from, to }: Range,
): Promise<DecidedCell[]> {
  const quoted = await quotesOf(
    db,
    rows
      .slice(from, to)
      .flatMap(({ pageId }, i) =>
        (decided.rows[from + i]?.cells ?? []).flatMap(({ evidence }) => (evidence ? [{ pageId, ...evidence }] : [])),
      ),
  );
  return rows.slice(from, to).flatMap((row, i) =>
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

const RULED: Partial<Record<VerdictReason, string>> = {
  language: 'The page is written in another language than the request.',
  ambiguous: 'The page’s words allow both.',
  conflict: 'The page says two things.',
  hypothetical: 'The page says it of a plan or a possibility.',
  comparison: 'It is a comparison, which one page cannot prove.',
};

const spanOf = (evidence: Span | null, quote: string | null) =>
  evidence && quote !== null ? { quote, start: evidence.start, end: evidence.end } : NOTHING;
