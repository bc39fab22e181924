/** Languages whose month names are known, from Node's CLDR data. */
const LANGUAGES =
  'en de fr es it pt nl pl ru uk tr sv da nb fi cs sk hu ro bg el hr sr sl et lv lt id ms vi ca eu gl is sq mk be bs kk az hy ka ar he hi bn ta th'.split(
    ' ',
  );

/** Common short forms that CLDR lacks. */
const MORE: Record<string, number> = { sept: 9, mär: 3, mrz: 3, jänner: 1, feber: 2, märz: 3, août: 8, setembro: 9, мая: 5, мап: 3 };

const known = new Map<string, Map<string, number>>();
let any: Map<string, number> | null = null;

/** The month (1 to 12) that a word names, first in the page's own language; null for no month, or where languages disagree. */
export function monthNamed(word: string, language: string | null): number | null {
  const key = word.toLowerCase().replace(/\.$/u, '');
  const own = language !== null && LANGUAGES.includes(language) ? monthsIn(language).get(key) : undefined;
  const month = own ?? monthsIn('en').get(key) ?? inAnyLanguage().get(key);
  return month === undefined || month === 0 ? null : month;
}

/** Month names of one language; loaded on demand, since Intl is slow. */
function monthsIn(language: string): Map<string, number> {
  const found = known.get(language) ?? new Map<string, number>();
  if (known.has(language)) return found;
  for (const style of ['long', 'short'] as const)
    for (const more of [{}, { day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, calendar: 'gregory', timeZone: 'UTC', ...more });
      for (let month = 1; month <= 12; month++) {
        const name = format.formatToParts(Date.UTC(2021, month - 1, 15)).find(({ type }) => type === 'month')?.value ?? '';
        const key = name.toLowerCase().replace(/\.$/u, '');
        if (/^\p{L}[\p{L}\p{M}]{2,}$/u.test(key)) found.set(key, month);
      }
    }
  known.set(language, found);
  return found;
}

function inAnyLanguage(): Map<string, number> {
  if (any) return any;
  const all = new Map(Object.entries(MORE));
  // 0: languages disagree
  for (const language of LANGUAGES)
    for (const [key, month] of monthsIn(language)) all.set(key, all.has(key) && all.get(key) !== month ? 0 : month);
  any = all;
  return all;
}
