import type { Criterion } from '../domain/criterion.ts';
import type { Enrichment } from '../domain/enrichment.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../domain/verdict.ts';
import type { CellValue, CellVerdict } from '../services/rows.ts';
import { builder, wordsEnum } from './builder.ts';
import { CriterionType, EnrichmentType } from './nouns.ts';

export const VerdictType = wordsEnum<Verdict>('Verdict', 'Whether a page meets a criterion.', {
  match: 'It does, and the page’s words prove it.',
  partial: 'It does in part, and the page’s words prove that.',
  no_match: 'It does not.',
  needs_review: 'It cannot be said for sure: a person should look.',
});

const VerdictReasonType = wordsEnum<VerdictReason>('VerdictReason', 'Why a verdict is what it is.', {
  stated: 'The page says so.',
  contradicted: 'The page says otherwise.',
  silent: 'The page does not say.',
  part: 'The page says a part of it.',
  unproved: 'It was claimed without words that can be found on the page.',
  ambiguous: 'The words allow both.',
  conflict: 'The page says two things.',
  hypothetical: 'It is planned, possible or wished for.',
  comparison: 'It is a superlative or a comparison, which one page cannot prove.',
  language: 'The page is written in another language.',
  failed: 'Judging it broke.',
});

const ValueReasonType = wordsEnum<ValueReason>('ValueReason', 'Why a column has no value, or how it got one.', {
  stated: 'The page says so.',
  silent: 'The page does not say.',
  unproved: 'It was claimed without words that can be found on the page.',
  ambiguous: 'The words allow several values.',
  range: 'The page gives a range.',
  conflict: 'The page says two things.',
  language: 'The page is written in another language.',
  failed: 'Extracting it broke.',
});

const JudgeType = wordsEnum<Judge>('Judge', 'Who judged.', { lexical: 'The rules.', llm: 'A language model.' });

const EvidenceType = builder.objectRef<Evidence & { pageId: string }>('Evidence').implement({
  description: 'The page’s own words, and where they stand.',
  fields: (t) => ({
    quote: t.exposeString('quote', { description: 'The words, verbatim.' }),
    start: t.exposeInt('start', { description: 'Where they begin in the page’s canonical text, in UTF-16 code units.' }),
    end: t.exposeInt('end', { description: 'Where they end, exclusive.' }),
    pageId: t.expose('pageId', { type: 'UUID', description: 'The UUID of the page.' }),
  }),
});

export const RowVerdictType = builder.objectRef<{ criterion: Criterion; cell: CellVerdict | undefined }>('RowVerdict').implement({
  description: 'What was found out about one row and one criterion. All but the criterion is null until it is evaluated.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionType, description: 'The criterion.' }),
    verdict: t.field({
      type: VerdictType,
      nullable: true,
      description: 'The verdict; null also when judging failed.',
      resolve: ({ cell }) => cell?.verdict,
    }),
    reason: t.field({ type: VerdictReasonType, nullable: true, description: 'Why.', resolve: ({ cell }) => cell?.reason }),
    note: t.string({ nullable: true, description: 'The reason in words.', resolve: ({ cell }) => cell?.note }),
    evidence: t.field({
      type: EvidenceType,
      nullable: true,
      description: 'The words that prove it; null where silence or no proof decided.',
      resolve: ({ cell }) => cell?.evidence,
    }),
    judge: t.field({ type: JudgeType, nullable: true, description: 'Who judged.', resolve: ({ cell }) => cell?.judge }),
    judgedAt: t.field({ type: 'DateTime', nullable: true, description: 'When.', resolve: ({ cell }) => cell?.judgedAt }),
    runId: t.field({ type: 'UUID', nullable: true, description: 'In which run.', resolve: ({ cell }) => cell?.runId }),
  }),
});

export const RowValueType = builder.objectRef<{ enrichment: Enrichment; cell: CellValue | undefined }>('RowValue').implement({
  description: 'What was found for one row and one column. All but the column is null until it was looked for.',
  fields: (t) => ({
    enrichment: t.expose('enrichment', { type: EnrichmentType, description: 'The column.' }),
    value: t.string({
      nullable: true,
      description: 'The value, in the column’s format; null when the page gives none.',
      resolve: ({ cell }) => cell?.value,
    }),
    reason: t.field({
      type: ValueReasonType,
      nullable: true,
      description: 'Why there is none, or how it was got.',
      resolve: ({ cell }) => cell?.reason,
    }),
    note: t.string({ nullable: true, description: 'The reason in words.', resolve: ({ cell }) => cell?.note }),
    evidence: t.field({
      type: EvidenceType,
      nullable: true,
      description: 'The words it was taken from.',
      resolve: ({ cell }) => cell?.evidence,
    }),
    judge: t.field({ type: JudgeType, nullable: true, description: 'Who extracted it.', resolve: ({ cell }) => cell?.judge }),
    judgedAt: t.field({ type: 'DateTime', nullable: true, description: 'When.', resolve: ({ cell }) => cell?.judgedAt }),
    runId: t.field({ type: 'UUID', nullable: true, description: 'In which run.', resolve: ({ cell }) => cell?.runId }),
  }),
});
