import { type LoadedPastValue, type LoadedPastVerdict, proofOf } from '../../../services/rows.ts';
import { builder } from '../../builder.ts';
import { JudgeType, ValueReasonType, VerdictReasonType } from './cell-enums.ts';
import { EvidenceType } from './evidence.ts';
import { VerdictType } from './verdict.ts';

export const EarlierVerdictType = builder.objectRef<LoadedPastVerdict>('EarlierVerdict').implement({
  description: 'A verdict on a cell before it was judged again.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictType, nullable: true, description: 'The verdict; null when judging had failed.' }),
    reason: t.expose('reason', { type: VerdictReasonType, description: 'Reason for the verdict.' }),
    note: t.exposeString('note', { nullable: true, description: 'The reason in words.' }),
    evidence: t.field({ type: EvidenceType, nullable: true, description: 'The words that proved it.', resolve: (cell) => proofOf(cell) }),
    judge: t.expose('judge', { type: JudgeType, description: 'What or who judged.' }),
    judgedAt: t.expose('judgedAt', { type: 'DateTime', description: 'Time of the verdict.' }),
  }),
});

export const EarlierValueType = builder.objectRef<LoadedPastValue>('EarlierValue').implement({
  description: 'What was found for a cell before it was looked for again.',
  fields: (t) => ({
    value: t.exposeString('value', { nullable: true, description: 'The value; null when there was none.' }),
    reason: t.expose('reason', { type: ValueReasonType, description: 'Why there was none, or how it was got.' }),
    note: t.exposeString('note', { nullable: true, description: 'The reason in words.' }),
    evidence: t.field({
      type: EvidenceType,
      nullable: true,
      description: 'The words it was taken from.',
      resolve: (cell) => proofOf(cell),
    }),
    judge: t.expose('judge', { type: JudgeType, description: 'What or who extracted it.' }),
    judgedAt: t.expose('judgedAt', { type: 'DateTime', description: 'Time of the value.' }),
  }),
});
