import { findDates } from '../../../language/dates.ts';
import type { Reading, View } from './reading.ts';

const NAMED =
  /^(?:the\s)?(?:compan(?:y|ies)|names?|competitors?|vendors?|products?|organi[sz]ations?|firms?|startups?|clients?|customers?|alternatives?|tools?|projects?|databases?|providers?|services?|brands?|partners?|subsidiar(?:y|ies)|investors?|authors?|papers?|titles?|entit(?:y|ies))$/iu;
const TIMES = /^(?:years?|fiscal years?|fy|dates?|as of|periods?|quarters?|months?|at)$/iu;

const columns = new WeakMap<Reading, Map<View, View[]>>();
function columnOf(reading: Reading, label: View): View[] {
  let known = columns.get(reading);
  if (!known) {
    known = new Map();
    for (const view of reading.views)
      if (view.tag === 'td' && view.label) {
        const cells = known.get(view.label);
        if (cells) cells.push(view);
        else known.set(view.label, [view]);
      }
    columns.set(reading, known);
  }
  return known.get(label) ?? [];
}

/** The first cell of the table row of a cell; null outside tables of several rows. */
function headOf(reading: Reading, view: View): View | null {
  if (view.tag !== 'td' || !view.label || columnOf(reading, view.label).length < 2) return null;
  let head: View | null = null;
  for (let i = view.index - 1; i >= 0 && view.index - i < 30; i--) {
    const before = reading.views[i];
    if (before?.tag !== 'td' || before.label === view.label || before.label === null) break;
    // a row ends where the column index decreases
    if (head && before.label.index > (head.label?.index ?? 0)) break;
    head = before;
  }
  return head;
}

/** The name of a cell's row in a table of companies, tools or people; null in other tables. */
export function rowName(reading: Reading, view: View): string | null {
  const head = headOf(reading, view);
  return head?.label && NAMED.test(head.label.text.trim()) && /\p{L}/u.test(head.text) ? head.text : null;
}

const YEAR = /^(?:FY\s?)?(?:19|20)\d\d$/u;
/** The most cells of a row with years as its column headers. */
const YEARS_MAX = 30;
/** The number of blocks before a row that are searched for the column headers. */
const HEADS = 200;

/** Whether another cell of the same row has a newer value, according to years in the column headers. */
function isOldColumn(reading: Reading, view: View): boolean {
  if (view.tag !== 'td' || !view.label) return false;
  const row = columnOf(reading, view.label);
  if (row.length < 2 || row.length > YEARS_MAX) return false;
  const { index } = view.label;
  const last = reading.views.slice(Math.max(0, index - HEADS), index).findLast(({ text }) => YEAR.test(text.trim()))?.index;
  const heads = last === undefined ? [] : reading.views.slice(last - row.length + 1, last + 1).map(({ text }) => text.trim());
  const own = heads[row.indexOf(view)];
  // forecasts are not newer figures
  const isPast = heads.every((head) => Number(head.slice(-4)) <= new Date().getFullYear());
  return (
    isPast && heads.length === row.length && heads.every((head) => YEAR.test(head)) && own !== undefined && heads.some((head) => head > own)
  );
}

/** Whether another row or column of the table has a newer value: the first cells of rows, or the column headers, are years. */
export function isOldRow(reading: Reading, view: View): boolean {
  if (isOldColumn(reading, view)) return true;
  const yearOf = (cell: View) => {
    const head = headOf(reading, cell);
    return head?.label && TIMES.test(head.label.text.trim()) ? (findDates(`in ${head.text}`)[0]?.high ?? null) : null;
  };
  const own = view.label && view.tag === 'td' ? yearOf(view) : null;
  return own !== null && columnOf(reading, view.label as View).some((cell) => (yearOf(cell) ?? '') > own);
}
