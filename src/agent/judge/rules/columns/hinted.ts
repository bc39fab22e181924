import type { Hint, Page } from '../../../../domain/page/page.ts';
import { findDates } from '../../../../language/dates.ts';
import { findQuantities } from '../../../../language/quantity.ts';
import type { ColumnQuestion } from '../../finding.ts';
import { conceptsAsked, conceptsOfLabel } from '../claims/concepts.ts';
import { labelFits } from '../facts/cells.ts';

/** Types in structured data that are not the page's subject. */
const BESIDE =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|ItemList|ImageObject|SearchAction|SiteNavigationElement|WPHeader|WPFooter|Comment|Review)$/u;

/** Longer values are prose. */
const LONGEST = 120;
const DAY_MS = 86_400_000;
/** The most characters of separators per name in a list of names. */
const JOINING = 5;

/** The properties of the page's subject in structured data whose names fit a label. */
export function hintsFor(page: Page, label: string): Hint[] {
  if (page.hints.length === 0) return [];
  const fits = labelFits(label);
  const asked = conceptsAsked(label);
  return ownHints(page).filter(({ path, value }) => {
    const name = value.length > LONGEST ? '' : nameOf(path);
    return name !== '' && (fits(name) || conceptsOfLabel(name).some((concept) => asked.includes(concept)));
  });
}

/** The distinct values that structured data gives a column, in the column's format; empty for a URL column. */
export const hintedValues = (page: Page, { label, format }: Pick<ColumnQuestion, 'label' | 'format'>): string[] =>
  format === 'url' ? [] : [...new Set(hintsFor(page, label).flatMap(({ value }) => shaped(value, format) ?? []))];

/** The hints about the page's own subject. OpenGraph is about nothing else. */
export function ownHints(page: Page): Hint[] {
  const own = subjectOf(page);
  return page.hints.filter(({ source, item }) => source === 'opengraph' || `${source} ${item}` === own);
}

/** The item of structured data that describes the page's subject: the one named in the title, or the only one if it has no name. */
function subjectOf(page: Page): string | null {
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

/** A property name in words: "numberOfEmployees.value" becomes "number of employees". */
export const nameOf = (path: string) =>
  path
    .replace(/\.(?:name|value|@value)$/u, '')
    .split('.')
    .at(-1)
    ?.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase() ?? '';

/** A value in the column's format; null if it does not have it. */
function shaped(value: string, format: ColumnQuestion['format']): string | null {
  if (format === 'date') return /^\d{4}(?:-\d\d(?:-\d\d)?)?(?=$|[T ])/u.exec(value)?.[0] ?? null;
  if (format === 'number') return /^-?\d+(?:\.\d+)?$/u.test(value) ? String(Number(value)) : null;
  return /^https?:/u.test(value) || folded(value) === '' ? null : value;
}

/** Whether two values agree. Dates may differ in precision, or by a day because of time zones; a text may contain the other's words. */
export function agrees(found: string, hinted: string, format: ColumnQuestion['format']): boolean {
  if (format === 'number') return Number(found) === Number(hinted);
  if (format === 'date') {
    if (found.startsWith(hinted) || hinted.startsWith(found)) return true;
    return found.length === 10 && hinted.length === 10 && Math.abs(Date.parse(found) - Date.parse(hinted)) <= DAY_MS;
  }
  return hasWords(found, hinted) || hasWords(hinted, found);
}

/** Whether a text contains the words of a value in their order; false for a value without words. */
function hasWords(text: string, value: string): boolean {
  const wanted = folded(value);
  return wanted !== '' && ` ${folded(text)} `.includes(` ${wanted} `);
}

/** Whether a text of a page contains a value. */
export function says(text: string, value: string, format: ColumnQuestion['format']): boolean {
  if (format === 'date') return findDates(text).some(({ iso }) => iso !== null && (iso === value || iso.startsWith(`${value}-`)));
  if (format === 'number')
    return findQuantities(text, findDates(text)).some(({ plain }) => plain !== null && Number(plain) === Number(value));
  return hasWords(text, value);
}

/** The text in lower case, without diacritics and punctuation. */
export const folded = (text: string) =>
  (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');

/** Whether a value equals one in structured data, or all of its texts joined ("Ann Lee and Bob Roe"). */
export function isHinted(value: string, hinted: readonly string[], format: ColumnQuestion['format']): boolean {
  if (format !== 'text') return hinted.some((one) => agrees(value, one, format));
  const names = hinted.map(folded).filter((name) => name !== '');
  const own = folded(value);
  const space = names.join(' ').length + JOINING * names.length;
  return names.includes(own) || (names.length > 1 && own.length <= space && names.every((name) => ` ${own} `.includes(` ${name} `)));
}
