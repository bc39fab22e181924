import type { Hint, Page } from '../../../../domain/page/page.ts';
import { findDates } from '../../../../language/dates.ts';
import { findQuantities } from '../../../../language/quantity.ts';
import type { ColumnQuestion } from '../../finding.ts';
import { conceptsAsked, conceptsOfLabel } from '../claims/concepts.ts';
import { labelFits } from '../facts/cells.ts';

/** Things that a page's structured data describes beside what the page is about. */
const BESIDE =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|ItemList|ImageObject|SearchAction|SiteNavigationElement|WPHeader|WPFooter|Comment|Review)$/u;

/** A longer value is prose. */
const LONGEST = 120;
const DAY_MS = 86_400_000;
/** Characters that may stand beside each of several names in one value. */
const JOINING = 5;

/** The properties of the page's own subject, in its structured data, that bear a question's name. */
export function hintsFor(page: Page, label: string): Hint[] {
  if (page.hints.length === 0) return [];
  const fits = labelFits(label);
  const asked = conceptsAsked(label);
  return ownHints(page).filter(({ path, value }) => {
    const name = value.length > LONGEST ? '' : nameOf(path);
    return name !== '' && (fits(name) || conceptsOfLabel(name).some((concept) => asked.includes(concept)));
  });
}

/** The values that structured data gives a column, as its format has them; each once. None for a column of addresses. */
export const hintedValues = (page: Page, { label, format }: Pick<ColumnQuestion, 'label' | 'format'>): string[] =>
  format === 'url' ? [] : [...new Set(hintsFor(page, label).flatMap(({ value }) => shaped(value, format) ?? []))];

/** What the structured data says of the page's own subject; OpenGraph speaks of nothing else. */
export function ownHints(page: Page): Hint[] {
  const own = subjectOf(page);
  return page.hints.filter(({ source, item }) => source === 'opengraph' || `${source} ${item}` === own);
}

/** The thing in the structured data that the page is about: the one whose name the title holds, or the only one there is, where it has no name. */
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

/** A property in words: "numberOfEmployees.value" is "number of employees". */
export const nameOf = (path: string) =>
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
  return /^https?:/u.test(value) || folded(value) === '' ? null : value;
}

/** Whether two values are one: less exact or a day apart for dates, which time zones shift; for texts, the words of one within the other's. */
export function agrees(found: string, hinted: string, format: ColumnQuestion['format']): boolean {
  if (format === 'number') return Number(found) === Number(hinted);
  if (format === 'date') {
    if (found.startsWith(hinted) || hinted.startsWith(found)) return true;
    return found.length === 10 && hinted.length === 10 && Math.abs(Date.parse(found) - Date.parse(hinted)) <= DAY_MS;
  }
  return hasWords(found, hinted) || hasWords(hinted, found);
}

/** Whether a text has the words of a value, all of them and in their order; no value without words. */
function hasWords(text: string, value: string): boolean {
  const wanted = folded(value);
  return wanted !== '' && ` ${folded(text)} `.includes(` ${wanted} `);
}

/** Whether words of a page have a value. */
export function says(text: string, value: string, format: ColumnQuestion['format']): boolean {
  if (format === 'date') return findDates(text).some(({ iso }) => iso !== null && (iso === value || iso.startsWith(`${value}-`)));
  if (format === 'number')
    return findQuantities(text, findDates(text)).some(({ plain }) => plain !== null && Number(plain) === Number(value));
  return hasWords(text, value);
}

/** In small letters, letters and digits alone, marks taken off. */
export const folded = (text: string) =>
  (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');

/** Whether a value that a page may give is what its structured data gives: the same, or all of its texts joined ("Ann Lee and Bob Roe"). */
export function isHinted(value: string, hinted: readonly string[], format: ColumnQuestion['format']): boolean {
  if (format !== 'text') return hinted.some((one) => agrees(value, one, format));
  const names = hinted.map(folded).filter((name) => name !== '');
  const own = folded(value);
  const space = names.join(' ').length + JOINING * names.length;
  return names.includes(own) || (names.length > 1 && own.length <= space && names.every((name) => ` ${own} `.includes(` ${name} `)));
}
