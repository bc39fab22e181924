import type { Judge, Verdict, VerdictReason } from './verdict.ts';

// Explains a cell: one entry for each rule of the judge's policy (src/agent/judge/decide/policy.ts), in its order, and for what is decided
// elsewhere.

/**
 * A judged cell. `likest`: the number of most similar answered rows that it was compared with; `likestYes` and `likestNo` of them meet the
 * criterion or do not.
 */
export interface JudgedCell {
  verdict: Verdict | null;
  reason: VerdictReason;
  judge: Judge;
  probability?: number | null;
  likest?: number | null;
  likestYes?: number | null;
  likestNo?: number | null;
}

interface Entry {
  /** The explanation, for the documentation. */
  means: string;
  /** The explanation of one cell, with its figures. */
  text(cell: JudgedCell): string;
}

const always = (means: string): Entry => ({ means, text: () => means });

/** “…: of the 5 answered results most like it, 4 were yes and 1 no; likelihood .91.” */
function byAnswers(begin: string, { likest, likestYes, likestNo, probability }: JudgedCell): string {
  const of = likest ? `: of the ${likest} answered results most like it, ${likestYes ?? 0} were yes and ${likestNo ?? 0} no` : '';
  return `${begin}${of}${probability == null ? '' : `; likelihood ${shareOf(probability)}`}.`;
}

const shareOf = (probability: number) =>
  probability >= 0.995 ? '1' : probability < 0.005 ? '0' : probability.toFixed(2).replace(/^0/, '');

export const WHY = {
  person: always('A person said so.'),
  regained: always('The rules read it on the page; a model left it open, as it left open most of what they read.'),
  model: always('A language model said so.'),
  language: always('The page is written in another language than the request.'),
  stated: always('The page says it.'),
  contradicted: always('The page says otherwise.'),
  part: always('The page says a part of it.'),
  learned_match: {
    means: 'Answers on other results decide, and a sentence of the page says it.',
    text: (cell) => byAnswers('Answers on other results decide', cell),
  },
  taught_match: {
    means: 'The page says the same as a sentence that proves it on an answered result.',
    text: (cell) => byAnswers('The page says the same as a sentence that proves it on an answered result', cell),
  },
  taught_open: {
    means:
      'Answers on other results speak against it, but the page holds a sentence like one that proves it elsewhere, or the rules read it there.',
    text: (cell) =>
      byAnswers(
        'Answers on other results speak against it, but the page holds a sentence like one that proves it elsewhere, or the rules read it',
        cell,
      ),
  },
  learned_no_match: {
    means: 'Answers on other results decide; no sentence of the page was read as a no.',
    text: (cell) => byAnswers('No by answers on other results', cell),
  },
  learned_open: {
    means: 'Answers on other results do not settle it.',
    text: (cell) => byAnswers('Answers on other results do not settle it', cell),
  },
  unproved: always('The words that were to prove it are not on the page, or do not bear on it.'),
  unclear: always('The page’s words do not settle it.'),
  open: always('The page does not say it in words that the rules know: it takes a model, or your answers.'),
  presumed: always('Nothing on the page speaks against it, and it meets all else that is asked.'),
  unlikely: {
    means: 'Each criterion passes alone, but the result as a whole is not likely enough.',
    text: ({ probability }) =>
      `Each criterion passes alone, but the result as a whole is not likely enough${probability == null ? '' : `; likelihood of this one ${shareOf(probability)}`}.`,
  },
  failed: always('Judging it broke; the next run tries again.'),
} satisfies Record<string, Entry>;

export type WhyCode = keyof typeof WHY;

const UNCLEAR: Partial<Record<VerdictReason, string>> = {
  ambiguous: 'The page’s words allow both.',
  conflict: 'Two sentences contradict each other.',
  hypothetical: 'On the page it is planned, possible or wished for.',
  comparison: 'It is a comparison, which one page cannot prove.',
};

/** The rule that gave a cell its verdict. `isByPerson`: a person's verdict counts. */
export function whyOf({ verdict, reason, judge }: JudgedCell, isByPerson = false): WhyCode {
  if (isByPerson) return 'person';
  if (reason === 'failed' || verdict === null) return 'failed';
  if (reason === 'conflict') return 'unclear'; // possibly of two pages, whichever judge decided them
  if (judge === 'llm') return reason === 'unproved' ? reason : 'model';
  if (reason === 'resembles') return verdict === 'match' ? 'taught_match' : 'taught_open';
  if (reason === 'learned') return verdict === 'match' ? 'learned_match' : verdict === 'no_match' ? 'learned_no_match' : 'learned_open';
  if (reason === 'regained' || reason === 'language' || reason === 'contradicted' || reason === 'part') return reason;
  if (reason === 'stated' || reason === 'presumed' || reason === 'unproved' || reason === 'unlikely') return reason;
  return reason in UNCLEAR ? 'unclear' : 'open';
}

/** What a model answered when it was neither yes nor no. */
const BY_MODEL: Partial<Record<VerdictReason, string>> = {
  silent: 'A language model found nothing on the page that says it.',
  unrelated: 'A language model said that the page is about something else.',
  disputed: 'The words that a language model quoted hold a number or date that says otherwise.',
  unanswered: 'A language model gave no answer that could be read.',
};

/** Explains a cell's verdict in one sentence. */
export function whyText(cell: JudgedCell, isByPerson = false): string {
  const code = whyOf(cell, isByPerson);
  const special = code === 'unclear' ? UNCLEAR[cell.reason] : code === 'model' ? BY_MODEL[cell.reason] : null;
  return special ?? WHY[code].text(cell);
}
