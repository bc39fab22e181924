import type { RowFilter, RowSortInput, Verdict } from '../../generated/documents.ts';
import { cut } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { type Column, holdsAll, type Sort, type Tab } from '../view.ts';

export const VERDICTS: readonly Verdict[] = ['match', 'partial', 'needs_review', 'no_match'];

const OPS = ['is', 'not', 'has', 'empty', 'filled', 'min', 'max', 'from', 'to'] as const;
export type Op = (typeof OPS)[number];

/** A condition on one column: `is` or `not` for a criterion, with verdicts separated by commas; the others for a value or the title. */
export interface Condition {
  key: string;
  op: Op;
  value: string;
}

const CONDITIONS_MAX = 10;
const TEXT_MAX = 200;
const DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const verdictsOf = (value: string) => VERDICTS.filter((one) => value.split(',').includes(one));

/** The operators of a column. */
export function opsOf({ kind, format }: Column): readonly Op[] {
  if (kind === 'criterion') return ['is', 'not'];
  if (kind === 'title') return ['has'];
  if (kind === 'overall') return ['is'];
  return [
    'has',
    ...(format === 'number' ? (['min', 'max'] as const) : format === 'date' ? (['from', 'to'] as const) : []),
    'filled',
    'empty',
  ];
}

/** Whether a condition applies to these columns. */
export function isAskable({ key, op, value }: Condition, columns: readonly Column[]): boolean {
  const column = columns.find((one) => one.key === key);
  if (!column || !opsOf(column).includes(op)) return false;
  if (op === 'is' || op === 'not') return verdictsOf(value).length > 0;
  if (op === 'min' || op === 'max') return value.trim() !== '' && Number.isFinite(Number(value));
  if (op === 'from' || op === 'to') return DATE.test(value);
  return op === 'empty' || op === 'filled' || (value.length > 0 && value.length <= TEXT_MAX);
}

/** A condition as the address contains it. */
export const conditionText = ({ key, op, value }: Condition) => `${key}.${op}.${value}`;

export function conditionOf(text: string): Condition | null {
  const [, key, op, value] = /^([^.]+)\.([a-z]+)\.(.*)$/s.exec(text) ?? [];
  const known = OPS.find((one) => one === op);
  return key && known && value !== undefined ? { key, op: known, value } : null;
}

/** A condition in words. */
export function wordsOf({ key, op, value }: Condition, columns: readonly Column[]): string {
  const label = columns.find((one) => one.key === key)?.label ?? '';
  const said =
    op === 'is' || op === 'not'
      ? verdictsOf(value)
          .map((one) => words.verdicts[one])
          .join(', ')
      : cut(value, 40);
  return words.filters.said[op](label, said);
}

/** Conditions as input for the service; those past its limits are left out. */
export function filterOf(conditions: readonly Condition[]): RowFilter {
  const filter: RowFilter = {};
  const verdicts = new Map<string, { criterionId: string; is?: Verdict[]; isNot?: Verdict[] }>();
  const values = new Map<string, NonNullable<RowFilter['values']>[number] & object>();
  for (const { key, op, value } of conditions) {
    if (key === 'title') filter.title = value;
    else if (key === 'overall') filter.matchVerdict = verdictsOf(value);
    else if (op === 'is') verdicts.set(key, { ...verdicts.get(key), criterionId: key, is: verdictsOf(value) });
    else if (op === 'not') verdicts.set(key, { ...verdicts.get(key), criterionId: key, isNot: verdictsOf(value) });
    else values.set(key, { ...values.get(key), enrichmentId: key, ...valueConditionOf(op, value) });
  }
  if (verdicts.size > 0) filter.verdicts = [...verdicts.values()].slice(0, CONDITIONS_MAX);
  if (values.size > 0) filter.values = [...values.values()].slice(0, CONDITIONS_MAX);
  return filter;
}

/** The verdicts that a tab and a filter on combined verdicts have in common: [] where they exclude each other; null: any. */
export function verdictsIn(
  tab: Tab,
  asked: readonly Verdict[] | null | undefined,
): { matchVerdict: Verdict[] | null; noByAnswers?: boolean } {
  if (holdsAll(tab)) return { matchVerdict: asked ? [...asked] : null };
  const of = tab === 'no_by_answers' ? 'no_match' : tab;
  const matchVerdict = VERDICTS.filter((one) => one === of && (asked?.includes(one) ?? true));
  return of === 'no_match' ? { matchVerdict, noByAnswers: tab === 'no_by_answers' } : { matchVerdict };
}

function valueConditionOf(op: Exclude<Op, 'is' | 'not'>, value: string) {
  if (op === 'has') return { contains: value };
  if (op === 'empty' || op === 'filled') return { empty: op === 'empty' };
  return op === 'min' || op === 'max' ? { [op]: Number(value) } : { [op]: value };
}

/** A sort as input for the service. */
export function sortInputOf({ key, down }: Sort, columns: readonly Column[]): RowSortInput | null {
  const kind = columns.find((one) => one.key === key)?.kind;
  const descending = down;
  if (kind === 'title') return { field: 'title', descending };
  if (kind === 'overall') return { field: 'verdict', descending };
  if (kind === 'criterion') return { criterionId: key, descending };
  return kind === 'enrichment' ? { enrichmentId: key, descending } : null;
}
