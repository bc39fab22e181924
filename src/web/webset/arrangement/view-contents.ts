import type { HeadFragment, ViewContentsInput } from '../../generated/documents.ts';
import { type Column, TABS } from '../view.ts';
import { type Condition, filterOf, isAskable, sortInputOf, verdictsIn } from './conditions.ts';
import type { GridState } from './grid-state.ts';
import { type Look, layoutOf, layoutText } from './layout.ts';

export type SavedView = HeadFragment['views'][number];

type Named = { field?: 'title' | 'verdict' | null; criterionId?: string | null; enrichmentId?: string | null };
const keyOf = ({ field, criterionId, enrichmentId }: Named) => criterionId ?? enrichmentId ?? (field === 'title' ? 'title' : 'overall');

/** The part of the grid's state that a view stores. */
export type Viewed = Pick<GridState, 'tab' | 'sort' | 'conditions' | 'text' | 'cols'>;

/** The grid's state for a view. */
export function stateOfView({ sort, filter, columns }: SavedView): Viewed {
  const [only, ...more] = filter.matchVerdict ?? [];
  // a view of all non-matches is not a tab: those by answers have their own
  const isTab = more.length === 0 && !(only === 'no_match' && filter.noByAnswers === null);
  const conditions: Condition[] = [
    ...(only && !isTab ? [{ key: 'overall', op: 'is' as const, value: (filter.matchVerdict ?? []).join(',') }] : []),
    ...(filter.title ? [{ key: 'title', op: 'has' as const, value: filter.title }] : []),
    ...filter.verdicts.flatMap(({ criterionId: key, is, isNot }): Condition[] => [
      ...(is ? [{ key, op: 'is' as const, value: is.join(',') }] : []),
      ...(isNot ? [{ key, op: 'not' as const, value: isNot.join(',') }] : []),
    ]),
    ...filter.values.flatMap(({ enrichmentId: key, contains, empty, min, max, from, to }): Condition[] => [
      ...(contains ? [{ key, op: 'has' as const, value: contains }] : []),
      ...(empty === null ? [] : [{ key, op: empty ? ('empty' as const) : ('filled' as const), value: '' }]),
      ...(min === null ? [] : [{ key, op: 'min' as const, value: String(min) }]),
      ...(max === null ? [] : [{ key, op: 'max' as const, value: String(max) }]),
      ...(from === null ? [] : [{ key, op: 'from' as const, value: from }]),
      ...(to === null ? [] : [{ key, op: 'to' as const, value: to }]),
    ]),
  ];
  const looks = columns.map(
    (column): Look => ({
      key: keyOf(column),
      ...(column.width !== null && { width: column.width }),
      ...(column.pinned && { pinned: true }),
      ...(column.hidden && { hidden: true }),
    }),
  );
  return {
    tab: filter.noByAnswers ? 'no_by_answers' : only && isTab ? (TABS.find((tab) => tab === only) ?? 'all') : 'all',
    sort: sort && { key: keyOf(sort), down: sort.descending },
    conditions,
    text: filter.text ?? '',
    cols: layoutText(looks),
  };
}

/** The current state as a view's contents; hidden rows are not part of it. */
export function contentsOf({ tab, sort, conditions, text, cols }: Viewed, columns: readonly Column[]): ViewContentsInput {
  const kindOf = (key: string) => columns.find((one) => one.key === key)?.kind;
  const named = (key: string): Named | null => {
    const kind = kindOf(key);
    if (kind === 'title') return { field: 'title' };
    if (kind === 'overall') return { field: 'verdict' };
    return kind === 'criterion' ? { criterionId: key } : kind === 'enrichment' ? { enrichmentId: key } : null;
  };
  const { matchVerdict, title, verdicts, values } = filterOf(conditions.filter((one) => isAskable(one, columns)));
  return {
    sort: sort && sortInputOf(sort, columns),
    filter: {
      ...verdictsIn(tab, matchVerdict),
      text: text.trim() || null,
      title,
      verdicts,
      values,
    },
    columns: layoutOf(cols).flatMap(({ key, ...look }) => {
      const at = named(key);
      return at ? [{ ...at, ...look }] : [];
    }),
  };
}

/** Whether the current state equals a view's, whatever the order of its conditions, since a view stores them by kind. */
export function isAsSaved(seen: Viewed, view: SavedView, columns: readonly Column[]): boolean {
  const orderOf = ({ key, op }: Condition) => `${key}.${op}`;
  const plain = (one: Viewed) => {
    const conditions = one.conditions.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
    return JSON.stringify(contentsOf({ ...one, conditions }, columns));
  };
  return seen.tab !== 'hidden' && plain(seen) === plain(stateOfView(view));
}
