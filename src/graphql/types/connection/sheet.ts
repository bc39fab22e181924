import { CRITERIA_MAX } from '../../../domain/criterion.ts';
import { ENRICHMENTS_MAX } from '../../../domain/enrichment.ts';
import { Fault } from '../../../domain/errors.ts';
import { readSheet, type SheetRow } from '../../../services/sheet.ts';
import { builder } from '../../builder.ts';
import { VerdictType } from '../cell/verdict.ts';
import { columnsOf } from '../column/columns.ts';
import { WebsetType } from '../nouns.ts';
import { cursorOf, rowPlace } from './cursor.ts';
import { PAGE_MAX, sliceOf, TRUSTED_PAGE_MAX } from './slice.ts';

const SheetType = builder.objectRef<{ rows: SheetRow[]; end: number | null; hasNextPage: boolean }>('Sheet').implement({
  description: 'Rows as plain JSON, for those who take all of a webset.',
  fields: (t) => ({
    rows: t.field({
      type: 'JSON',
      description:
        'A list of rows in the order found: `{ id, url, title, status, matchVerdict, values, verdicts }`; `values` holds the value or null of each column, `verdicts` the `{ verdict, evidence }` or null of each criterion, a person’s verdict or value before the one found. With `details` each has `details`: `{ likelihood, values, verdicts, valuesBy, verdictsBy }`, where each value and verdict has the `{ quote, page: { id, url, sha256 }, start, end }` that proves it, or null, and `lexical`, `learned`, `llm`, `imported` or `person`, who decided it, or null; offsets are UTF-16 code units of the page’s canonical text.',
      resolve: ({ rows }) => rows,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The place of the last row, for `after` here and of `rows`; null of an empty page.',
      resolve: ({ end }) => (end === null ? null : cursorOf({ position: end, likelihood: null }, 'found')),
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether more follows: rows of long texts or of many cells come in smaller pages than were asked for.',
    }),
  }),
});

builder.objectField(WebsetType, 'sheet', (t) =>
  t.field({
    type: SheetType,
    description: 'The shown results as plain JSON: cheaper than `rows` where all of them are wanted.',
    args: {
      first: t.arg.int({ description: 'How many, at most 100; 20 if left out.' }),
      after: t.arg.string({ description: 'Only what follows this cursor.' }),
      criterionIds: t.arg({ type: ['UUID'], description: 'The criteria whose verdicts are answered, at most 100; all if left out.' }),
      enrichmentIds: t.arg({ type: ['UUID'], description: 'The columns whose values are answered, at most 100; all if left out.' }),
      verdict: t.arg({ type: VerdictType, description: 'Only results of this combined verdict.' }),
      rowIds: t.arg({
        type: ['UUID'],
        description:
          'These rows alone, in this order, at most 100; first and after do not count then. Rows that are hidden or gone are left out.',
      }),
      details: t.arg.boolean({ description: 'Whether each result has its likelihood and the places of its quotes.' }),
    },
    resolve: async (webset, { criterionIds, enrichmentIds, verdict, rowIds, details, ...args }, context) => {
      const slice = sliceOf(context, args, rowPlace('found'));
      if (!context.trusted && ((criterionIds?.length ?? 0) > CRITERIA_MAX || (enrichmentIds?.length ?? 0) > ENRICHMENTS_MAX))
        throw new Fault('BAD_REQUEST', `At most ${CRITERIA_MAX} criteria and ${ENRICHMENTS_MAX} columns at a time`);
      if ((rowIds?.length ?? 0) > (context.trusted ? TRUSTED_PAGE_MAX : PAGE_MAX))
        throw new Fault('BAD_REQUEST', `At most ${PAGE_MAX} rows at a time`);
      const columns = columnsOf(context, webset);
      const ids = async (list: Promise<{ id: string }[]>) => (await list).map(({ id }) => id);
      return readSheet(context, webset, {
        first: 'first' in slice ? slice.first : 0,
        after: slice.after?.position,
        criterionIds: criterionIds ?? (await ids(columns.criteria())),
        enrichmentIds: enrichmentIds ?? (await ids(columns.enrichments())),
        verdict,
        rowIds: rowIds ?? undefined,
        details: details ?? false,
      });
    },
  }),
);
