import type { Hint } from '../../domain/page/page.ts';
import { findDates } from '../../language/dates.ts';
import { findQuantities } from '../../language/quantity.ts';
import { labelFits } from './cells.ts';
import { conceptsAsked, conceptsOfLabel } from './concepts.ts';
import type { ColumnQuestion, ValueFinding } from './finding.ts';
import { contentStems } from './lexicon.ts';
import { asserts } from './negation.ts';
import { labelOf, type Passage, type Reading } from './reading.ts';

/** Things that a page's structured data describes beside what the page is about. */
const BESIDE =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|ItemList|ImageObject|SearchAction|SiteNavigationElement|WPHeader|WPFooter|Comment|Review)$/u;

/** A longer value is prose. */
const LONGEST = 120;

/**
 * Holds what was found for a column against the page's structured data. Nobody sees that: a value of it counts only where a passage of the text has it too, which then
 * is the quote; where the text gives another, none is given, for one of the two is wrong.
 */
export function heldAgainstHints(reading: Reading, column: ColumnQuestion, finding: ValueFinding): ValueFinding {
  if (column.format === 'url' || (finding.value === null && finding.reason !== 'silent')) return finding;
  const values = [...new Set(hintsFor(reading, column).map((hint) => shaped(hint.value, column.format)))].filter((value) => value !== null);
  const [first] = values;
  if (first === undefined) return finding;
  if (finding.value !== null) {
    const { value } = finding;
    if (values.some((other) => agrees(value, other, column.format))) return finding;
    const note = `The page gives ${value} for “${column.label}”, its structured data ${first}.`;
    return { value: null, reason: 'conflict', quote: null, note };
  }
  if (values.length > 1 && column.format !== 'text') return finding;
  for (const value of values) {
    const passage = visibly(reading, column, value);
    if (!passage) continue;
    const note = `The page gives ${value}, which its structured data calls “${column.label}”.`;
    return { value, reason: 'stated', quote: passage.text, note };
  }
  return finding;
}

/** The properties of the page's own subject that bear a column's name. */
function hintsFor(reading: Reading, { label }: ColumnQuestion): Hint[] {
  const { hints } = reading.page;
  if (hints.length === 0) return [];
  const fits = labelFits(label);
  const asked = conceptsAsked(label);
  const own = subjectOf(reading);
  return hints.filter(({ source, item, path, value }) => {
    if (value.length > LONGEST || (source !== 'opengraph' && `${source} ${item}` !== own)) return false;
    const name = nameOf(path);
    return name !== '' && (fits(name) || conceptsOfLabel(name).some((concept) => asked.includes(concept)));
  });
}

/** The thing in the structured data that the page is about: the one whose name the title holds, or the only one there is, where it has no name. */
function subjectOf({ page }: Reading): string | null {
  const things = new Map<string, string[]>();
  for (const { source, item, depth, type, path, value } of page.hints) {
    if (source === 'opengraph' || source === 'title' || depth > 0 || type === null || BESIDE.test(type)) continue;
    const key = `${source} ${item}`;
    things.set(key, [...(things.get(key) ?? []), ...(path === 'name' || path === 'headline' ? [value] : [])]);
  }
  const title = folded(page.title);
  const named = [...things].find(([, names]) => names.some((name) => title.includes(folded(name)) || folded(name).includes(title)));
  const [only, another] = things;
  return named?.[0] ?? (only && !another && only[1].length === 0 ? only[0] : null);
}

/** A property in words: "numberOfEmployees.value" is "number of employees". */
const nameOf = (path: string) =>
  path
    .replace(/\.(?:name|value|@value)$/u, '')
    .split('.')
    .at(-1)
    ?.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase() ?? '';

/** A value as the column's format has it; null where it is none. */
function shaped(value: string, format: ColumnQuestion['format']): string | null {
  if (format === 'date') return /^\d{4}(?:-\d\d(?:-\d\d)?)?(?=$|[T ])/u.exec(value)?.[0] ?? null;
  if (format === 'number') return /^-?\d+(?:\.\d+)?$/u.test(value) ? String(Number(value)) : null;
  return /^https?:/u.test(value) ? null : value;
}

const DAY_MS = 86_400_000;

/** Whether two values are one: less exact or a day apart for dates, which time zones shift; one within the other for texts. */
function agrees(found: string, hinted: string, format: ColumnQuestion['format']): boolean {
  if (format === 'number') return Number(found) === Number(hinted);
  if (format === 'date') {
    if (found.startsWith(hinted) || hinted.startsWith(found)) return true;
    return found.length === 10 && hinted.length === 10 && Math.abs(Date.parse(found) - Date.parse(hinted)) <= DAY_MS;
  }
  const [a, b] = [folded(found), folded(hinted)];
  return a.includes(b) || b.includes(a);
}

const folded = (text: string) =>
  (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');

/** A passage of the content that has the value: for a number, one that also speaks of what the column asks. */
function visibly(reading: Reading, { label, format }: ColumnQuestion, value: string): Passage | undefined {
  const stems = contentStems(label);
  for (const view of reading.views) {
    if (view.boilerplate || view.text === '') continue;
    const passage = reading.passages(view).find((one) => has(one, value, format) && asserts(one.text));
    if (!passage) continue;
    if (format !== 'number') return passage;
    const said = contentStems(`${labelOf(passage)?.text ?? ''} ${passage.text}`);
    if (stems.some((stem) => said.includes(stem))) return passage;
  }
  return undefined;
}

function has({ text }: Passage, value: string, format: ColumnQuestion['format']): boolean {
  if (format === 'date') return findDates(text).some(({ iso }) => iso !== null && (iso === value || iso.startsWith(`${value}-`)));
  if (format === 'number')
    return findQuantities(text, findDates(text)).some(({ plain }) => plain !== null && Number(plain) === Number(value));
  return ` ${folded(text)} `.includes(` ${folded(value)} `);
}
