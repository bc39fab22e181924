import { type SQL, sql } from 'drizzle-orm';
import type { Format } from '../../../domain/enrichment.ts';
import { VERDICTS, type Verdict } from '../../../domain/verdict.ts';
import type { RowConditions, RowSort, ValueCondition } from '../../../domain/view/arrangement.ts';
import { lastReviews, lastValueReviews } from '../rows/review.ts';

// Rows are joined with the cell that counts: a person's last entry, else the merged pages', else the own page's. All SQL here uses the
// table name `row`.

/** A sort with what the texts of its column are. */
export type FormattedSort = RowSort & { format?: Format | undefined };

/** Characters of a text that it is sorted by: a cursor holds them. */
const KEY = 100;

/**
 * A text without the tokens of addresses of uploaded files: with filters or cursors a caller could guess one letter by letter, and a token
 * opens the files of a collection without an owner.
 */
const withoutTokens = (text: SQL) =>
  sql`(case when ${text} like '%/pages/%' then regexp_replace(${text}, '/pages/[0-9a-f-]{36}/', '/', 'gi') else ${text} end)`;

/** Texts in an order that is the same on every server: whatever their case, letters with marks behind those without. */
const textKey = (text: SQL) => sql`(normalize(lower(left(${withoutTokens(text)}, ${sql.raw(String(KEY))})), NFKD) collate "C")`;
const TITLE = sql`coalesce("row".corrected_title, "row".title)`;
/** The number that a plain decimal says, else null. */
const numberOf = (text: SQL) => sql`(case when ${text} ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' then (${text})::numeric end)`;
const rankOf = (verdict: SQL) =>
  sql`(case ${verdict} ${sql.join(
    (['match', 'partial', 'needs_review', 'no_match'] satisfies Verdict[]).map(
      (one, i) => sql`when ${sql.raw(`'${one}'`)} then ${sql.raw(String(i))}`,
    ),
    sql` `,
  )} end)`;

/** Joins, and what a name in them means; each column once. */
export function createJoins() {
  const joins: SQL[] = [];
  const known = new Map<string, SQL>();
  const join = (key: string, make: (cell: SQL, standing: SQL, merged: SQL) => { join: SQL; said: SQL }) => {
    const found = known.get(key);
    if (found) return found;
    const { join: added, said } = make(...(['c', 's', 'm'].map((letter) => sql.raw(`${letter}${known.size}`)) as [SQL, SQL, SQL]));
    joins.push(added);
    known.set(key, said);
    return said;
  };
  return {
    sql: () => sql.join(joins, sql` `),
    /** The verdict on a criterion that counts. */
    verdict: (criterionId: string) =>
      join(`verdict ${criterionId}`, (cell, standing, merged) => ({
        join: sql`left join verdict ${cell} on ${cell}.row_id = "row".id and ${cell}.criterion_id = ${criterionId}
          left join merged_verdict ${merged} on ${merged}.row_id = "row".id and ${merged}.criterion_id = ${criterionId}
          left join ${lastReviews(sql`criterion_id = ${criterionId}`)}
            ${standing} on ${standing}.row_id = "row".id`,
        said: sql`coalesce(${standing}.verdict, case when ${merged}.row_id is null then ${cell}.verdict else ${merged}.verdict end)`,
      })),
    /** The value in a column that counts. */
    value: (enrichmentId: string) =>
      join(`value ${enrichmentId}`, (cell, standing, merged) => ({
        join: sql`left join "value" ${cell} on ${cell}.row_id = "row".id and ${cell}.enrichment_id = ${enrichmentId}
          left join merged_value ${merged} on ${merged}.row_id = "row".id and ${merged}.enrichment_id = ${enrichmentId}
          left join ${lastValueReviews(sql`enrichment_id = ${enrichmentId}`)}
            ${standing} on ${standing}.row_id = "row".id`,
        said: sql`(case when ${standing}.withdrawn is false then ${standing}.value else coalesce(${merged}.value, ${cell}.value) end)`,
      })),
    /** The candidate of a column's cell that has no value, where no person has left it empty. */
    suggestion: (enrichmentId: string) =>
      join(`suggestion ${enrichmentId}`, (cell, standing) => ({
        join: sql`left join value_suggestion ${cell} on ${cell}.row_id = "row".id and ${cell}.enrichment_id = ${enrichmentId}
          left join ${lastValueReviews(sql`enrichment_id = ${enrichmentId}`)} ${standing} on ${standing}.row_id = ${cell}.row_id`,
        said: sql`(case when ${standing}.withdrawn is not false then ${cell}.value end)`,
      })),
  };
}

type Joins = ReturnType<typeof createJoins>;

/** What rows are sorted by, and the type of it. `suggested`: the same of what is only suggested where there is nothing. */
export function keyOf({ field, criterionId, enrichmentId, format }: FormattedSort, joins: Joins): { key: SQL; suggested?: SQL; type: SQL } {
  if (field === 'title') return { key: textKey(TITLE), type: sql.raw('text collate "C"') };
  if (field === 'verdict') return { key: rankOf(sql`"row".match_verdict`), type: sql.raw('int') };
  if (criterionId !== undefined) return { key: rankOf(joins.verdict(criterionId)), type: sql.raw('int') };
  const value = joins.value(enrichmentId ?? '');
  const keyed = format === 'number' ? numberOf : textKey;
  return {
    key: keyed(value),
    suggested: sql`(case when ${value} is null then ${keyed(joins.suggestion(enrichmentId ?? ''))} end)`,
    type: sql.raw(format === 'number' ? 'numeric' : 'text collate "C"'),
  };
}

/** What a pattern of LIKE matches literally. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const contains = (what: SQL, text: string) => sql`lower(${withoutTokens(what)}) like lower(${containing(text)})`;

/** The conditions on rows of a webset as SQL, all of which hold. */
export function conditionsOf(websetId: string, { text, title, verdicts = [], values = [] }: RowConditions, joins: Joins): SQL[] {
  const among = (verdict: SQL, some: readonly Verdict[]) => sql`${verdict} in ${VERDICTS.filter((one) => some.includes(one))}`;
  return [
    ...(title ? [contains(TITLE, title)] : []),
    ...(text ? [anywhere(websetId, text)] : []),
    ...verdicts.flatMap(({ criterionId, is, isNot }) => {
      const verdict = joins.verdict(criterionId);
      return [...(is ? [among(verdict, is)] : []), ...(isNot ? [sql`(${verdict} is null or not ${among(verdict, isNot)})`] : [])];
    }),
    ...values.flatMap((condition) => valueConditions(joins.value(condition.enrichmentId), condition)),
  ];
}

/**
 * In the title, the address or a value that counts. One pass finds the rows with such a value: a look at each row's values took ten times
 * as long.
 */
const anywhere = (websetId: string, text: string) => sql`(${contains(TITLE, text)} or ${contains(sql`"row".url`, text)}
  or "row".id in (
    with standing as (
      select row_id, enrichment_id, value
      from ${lastValueReviews(sql`enrichment_id in (select id from enrichment where webset_id = ${websetId})`)} v where not withdrawn
    )
    select row_id from standing where ${contains(sql`value`, text)}
    union all select m.row_id from enrichment e join merged_value m on m.enrichment_id = e.id left join standing s using (row_id, enrichment_id)
      where e.webset_id = ${websetId} and s.row_id is null and ${contains(sql`m.value`, text)}
    union all select v.row_id from enrichment e join "value" v on v.enrichment_id = e.id left join standing s using (row_id, enrichment_id)
      left join merged_value m using (row_id, enrichment_id)
      where e.webset_id = ${websetId} and s.row_id is null and m.row_id is null and ${contains(sql`v.value`, text)}))`;

const valueConditions = (value: SQL, { contains: text, empty, min, max, from, to }: ValueCondition): SQL[] => [
  ...(text ? [contains(value, text)] : []),
  ...(empty === undefined ? [] : [empty ? sql`${value} is null` : sql`${value} is not null`]),
  ...(min === undefined ? [] : [sql`${numberOf(value)} >= ${min}::float8::numeric`]),
  ...(max === undefined ? [] : [sql`${numberOf(value)} <= ${max}::float8::numeric`]),
  ...(from === undefined ? [] : [sql`${value} ~ '^[0-9]{4}' and ${value} collate "C" >= ${from}`]),
  ...(to === undefined ? [] : [sql`${value} ~ '^[0-9]{4}' and left(${value}, ${to.length}::int) collate "C" <= ${to}`]),
];
