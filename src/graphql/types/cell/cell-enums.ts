import type { CellState } from '../../../domain/cell.ts';
import type { Judge, ValueReason, VerdictReason } from '../../../domain/verdict.ts';
import { WHY, type WhyCode } from '../../../domain/why.ts';
import { builder, wordsEnum } from '../../builder.ts';

export const VerdictReasonType = wordsEnum<VerdictReason>('VerdictReason', 'Why a verdict is what it is.', {
  stated: 'The page says so.',
  contradicted: 'The page says otherwise.',
  silent: 'The page does not say.',
  unrelated: 'The page is about something else than what is looked for.',
  part: 'The page says a part of it.',
  unproved: 'It was claimed without words of the page that bear on it.',
  ambiguous: 'The words allow both.',
  conflict: 'The page says two things, or two pages of a row contradict each other.',
  hypothetical: 'It is planned, possible or wished for.',
  comparison: 'It is a superlative or a comparison, which one page cannot prove.',
  language: 'The page is written in another language.',
  disputed: 'The model’s own quote holds a number or date that says otherwise.',
  unanswered: 'The model gave no answer that could be read.',
  failed: 'Judging it broke.',
  learned: 'It follows from answers of people or of a model on other pages.',
  resembles: 'The page holds a sentence like one that proves it on an answered page, or the rules read it there.',
  unlikely: 'Its row as a whole is not likely enough.',
  presumed: 'Nothing on the page speaks against the kind, and it meets all else that is asked.',
  regained: 'The page says so; a model that leaves open most of what the rules prove left it open.',
  unsupported: 'Neither the rules nor the answers so far decide it: it needs a model or your answers.',
});

export const ValueReasonType = wordsEnum<ValueReason>('ValueReason', 'Why a column has no value, or how it got one.', {
  stated: 'The page says so.',
  alike: 'It stands on its page where the values of the other pages stand.',
  silent: 'The page does not say.',
  unproved: 'It was claimed without words that can be found on the page.',
  ambiguous: 'The words allow several values.',
  range: 'The page gives a range.',
  conflict: 'The page says two things.',
  language: 'The page is written in another language.',
  unanswered: 'The model gave no answer that could be read.',
  failed: 'Extracting it broke.',
  imported: 'A list that was brought has it.',
});

export const JudgeType = wordsEnum<Judge>('Judge', 'What or who judged.', {
  lexical: 'The rules, without any answer of a person.',
  learned: 'The learner, from answers of people and of a model.',
  llm: 'A language model.',
  imported: 'A person’s list.',
});

const WhyCodeType = wordsEnum<WhyCode>(
  'WhyCode',
  'What decides a verdict.',
  Object.fromEntries(Object.entries(WHY).map(([code, { means }]) => [code, means])) as Record<WhyCode, string>,
);

export const WhyType = builder.objectRef<{ code: WhyCode; text: string }>('Why').implement({
  description: 'Why a verdict is what it is.',
  fields: (t) => ({
    code: t.expose('code', { type: WhyCodeType, description: 'What decided it.' }),
    text: t.exposeString('text', { description: 'The same in a sentence, with its figures.' }),
  }),
});

export const CellStateType = wordsEnum<CellState>('CellState', 'How far one cell is; each missing one has its reason.', {
  judged: 'It was judged, or looked for.',
  failed: 'Judging it broke: `note` says how. The next run tries again.',
  waiting: 'The run that is alive has not come to it yet.',
  added_later: 'Its criterion or column was added or changed after the last run; the next run judges it.',
  stopped: 'The last run ended before it came to it or was about other rows and columns, or its row is hidden: `note` says which.',
});
