import { isWord } from '../../../knowledge/wordnet.ts';
import type { FactPage, FactUnit } from './fact-page.ts';

/** The form of a page: about one thing, a list of things, or an article. `by` is the unit that shows it. */
export type PageForm = { form: 'thing' } | { form: 'list' | 'article'; by: FactUnit };

/** How an entry of a list of things begins: “Calder Singers. Fridays at the chapel”, “Isaac Dunn, 1839–1890, engineer”. */
const ENTRY = /^(?<name>\p{Lu}[\p{L}’'-]+(?:\s(?:(?:of|the|and|&|de|la|von|van|an|der)\s)*\p{Lu}[\p{L}’'-]+){1,4})\s?(?:[,.:]|\s[–—])/u;
/** The least number of entries, and of headings, that make a page a list of things. */
const ENTRIES = 4;
const HEADINGS = 3;
/** The least share of a page's units that are entries of a list page. */
const MOSTLY = 0.5;

/** The least number of links that make a page a list. */
const LINKS = 10;
/** A list item that is a name with a link. */
const isNameLink = ({ tag, links, text, tokens }: FactUnit) =>
  (tag === 'li' || tag === 'td') && links > 0 && tokens.length <= 5 && /^[\p{Lu}\p{N}]|^\p{Ll}+$/u.test(text);

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}]+/u);

/** The first units of blocks that begin with the name of another thing. */
function entriesOf(page: FactPage['page'], units: readonly FactUnit[], heading: string): FactUnit[] {
  const own = new Set(wordsOf(heading));
  return units.filter((unit, i) => {
    const name =
      unit.label === '' && /^(?:li|p|td|dd)$/u.test(unit.tag) && isFirst(page, units, i) ? ENTRY.exec(unit.text)?.groups?.name : undefined;
    // “Pets Welcome” is no name
    const isProper = unit.links > 0 || name?.split(/\s/u).some((word) => !isWord(word)) === true;
    return name !== undefined && isProper && !wordsOf(name).some((word) => word.length > 3 && own.has(word));
  });
}

/** Whether a unit is the first of its block, that is, after a line break. */
const isFirst = (page: FactPage['page'], units: readonly FactUnit[], i: number) => {
  const [before, unit] = [units[i - 1], units[i]];
  return !before || !unit || unit.tag !== before.tag || page.text.slice(before.end, unit.start).includes('\n');
};

/** The units without entries on other things, if the page lists such things: what entries assert is about those. */
export function withoutEntries(page: FactPage['page'], units: readonly FactUnit[], heading: string): FactUnit[] {
  const entries = new Set(entriesOf(page, units, heading));
  if (entries.size < ENTRIES) return [...units];
  let isOfEntry = false;
  return units.filter((unit, i) => {
    if (isFirst(page, units, i)) isOfEntry = entries.has(unit);
    return !isOfEntry;
  });
}

const COUNT = String.raw`(?:\d+|three|four|five|six|seven|eight|nine|ten|twelve|twenty|a dozen)`;
const COUNTED_HEADING = new RegExp(
  String.raw`^(?:the\s)?(?:${COUNT}|best|top|all|our favou?rite)\s(?:[\p{L}’']+[\s-]){0,4}?[\p{L}’']{3,}s(?=$|[.,:;!?]|\s[–—-]|\s(?:in|of|for|to|near|with|that|which|we|you|I|on|from|around|under|over|where|by|compared|worth|side)\b)`,
  'iu',
);
/** “Where to sleep in the Harz: five inns and hotels”, “A list of”, “Made on the Danube: member directory”. */
const LISTING = new RegExp(
  String.raw`:\s(?:${COUNT})\s(?:[\p{L}-]+\s){0,2}\p{L}+(?:s|es)(?=$|\.|\s(?:and|in|for|to|from|we|of|that)\b)|\b(?:list|overview|index|comparison|directory)\s(?:of|for)\s|:\s(?:a|our|the)\s(?:short\s)?(?:list|directory|overview|noticeboard)\b|\b(?:directory|finder|noticeboard|roundup|round-up|all vacancies|side by side|compared)\b|^(?:where|who) to (?!find|reach|eat\b|park|get)\p{L}+\s\p{L}+`,
  'iu',
);
const LISTS = new RegExp(
  String.raw`\bshowing \d+ of \d+|\bhere (?:are|is|come) (?:the|our|some|a few|${COUNT})\s(?:[\p{L}-]+\s){0,3}(?:\p{L}+s|people|ones|where)\b|\bclick (?:on|through)\b|\bin alphabetical order\b|\ba selection:`,
  'iu',
);
/** “The Three Horseshoes”, “Four Seasons”, “All hands on deck!”: names and phrases, not headings of a list. */
const COUNTED_NAME = /^(?:The\s)?\p{Lu}\p{L}+\s\p{Lu}\p{L}+s(?:$|,\s\p{Lu})|^[Aa]ll (?:hands|aboard|welcome|things|sorts|kinds|ages)\b/u;
/** What a single thing has several of: “Twelve rooms under a bell tower”. */
const PARTS =
  /^\S+\s(?:\p{L}+\s)?(?:days?|hours?|weeks?|minutes?|years?|months?|pairs?|(?:bed)?rooms?|beds?|suites?|apartments?|flats?|seats?|tables?|floors?|steps?|pieces?|generations?|hectares?|acres?|metres?|colou?rs?|languages?|lessons?|wheels?|tonnes|passengers|evenings|mornings)\b/iu;

const BYLINE =
  /^(?:By\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)+,?\s.*\d{4}|By (?:our|a staff|the editors)\b|(?:Posted|Published) (?:on )?.*\b(?:19|20)\d\d\b.*\bby\s\p{Lu}|Written by\s\p{Lu})/u;

/** Signs of an article that reports on others, each with its weight. */
const REPORTING: readonly (readonly [of: 'title' | 'lead' | 'all', form: RegExp, weight: number])[] = [
  [
    'title',
    /\s(?:to (?:close|end|open|rise|fall|stop|silence|double|move|go|sell|buy)|goes to|gets|extends?|rises?|wins|closes|opens on|sold|takes over|stays|bought)\s|\bmore and more\b|^last \p{L}+ at\b/iu,
    1,
  ],
  ['lead', /^(?:\p{Lu}{4,}(?:[\s,-]+\p{L}+){0,3}(?:\.|\s[–—-])\s?|\p{Lu}\p{L}+(?:,\s\p{Lu}\p{L}+)?,\s\d{1,2}\s\p{L}+\s\d{4}\b)/u, 2],
  [
    'all',
    /["”’'],?\s(?:said|says|he said|she said|\p{L}+ said|\p{L}+ says|explains|he says|she says)\b|\b(?:said|told us|according to|announced)\b/iu,
    1,
  ],
  [
    'all',
    /\b\p{L}+(?:ed|said|told|took|gave|met|went|came|was|were)\b[^.!?]{0,40}\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s)(?: (?:evening|night|morning))?\b|\b(?:last (?:week|month|year)|yesterday|this week)\b/iu,
    1,
  ],
];
const OWN = /\b(?:we|our|us|I|my|your?)\b/iu;
const REPORTED_FROM = 3;

/** “Why stay in a hotel?”, but not “What is Haus Berg?” or “Why choose us?” */
const ASKS = /^(?:what makes|why|how to|which|should)\b(?!.*\b(?:you|your|we|us|our|it|this)\b).*\?$/iu;

/** “Posted in news”, “Blog”: how the top of a page calls it. */
const CALLED =
  /^(?:(?:category|section|tags?|type|rubric|filed under)\b.*\b)?(?:local )?(?:news|blog|blog post|opinion|column|press|article)\b/iu;

function isArticle({ page, title, heading }: Pick<FactPage, 'page' | 'title' | 'heading'>, units: readonly FactUnit[]): FactUnit | null {
  if (ASKS.test(heading.text)) return heading;
  const byline = units.slice(0, 6).find((unit) => BYLINE.test(unit.text));
  if (byline) return byline;
  if (page.hints.some(({ path, value }) => path === '@type' && /Article|BlogPosting/u.test(value))) return heading;
  const called = units
    .slice(0, 10)
    .find(
      ({ label, text, tokens, tag }) =>
        tokens.length <= 6 &&
        tag !== 'li' &&
        (label !== '' || /[/›»>]/u.test(text)) &&
        CALLED.test(label === '' ? text : `${label} ${text}`),
    );
  if (called) return called;
  const lead = units.find(({ isLead }) => isLead)?.text ?? '';
  const quoteless = units.map(({ text }) => text.replace(/["“][^"“”]{0,400}["”]/gu, ' ')).join(' ');
  const all = units.map(({ text }) => text).join(' ');
  const said = REPORTING.reduce(
    (sum, [of, form, weight]) => sum + (form.test(of === 'title' ? ` ${title} ${heading.text} ` : of === 'lead' ? lead : all) ? weight : 0),
    0,
  );
  return said + (OWN.test(quoteless) ? 0 : 1) >= REPORTED_FROM ? heading : null;
}

/** Whether the headings are names of other things: “Chew Valley Kennels”, “The Cat’s Whiskers, Keynsham”. */
function areHeadingsNames(units: readonly FactUnit[], { heading }: Pick<FactPage, 'heading'>): boolean {
  const headings = units.filter((unit) => /^h[2-4]$/u.test(unit.tag) && unit !== heading);
  const names = headings.filter(({ text }) => {
    const words = text.match(/[\p{L}’'-]+/gu) ?? [];
    const proper = words.slice(1).filter((word) => /^\p{Lu}/u.test(word)).length;
    return (
      words.length >= 2 && words.length <= 8 && proper >= 1 && words.some((word) => word.length > 2 && !isWord(word.replace(/['’]s$/u, '')))
    );
  });
  return names.length >= HEADINGS && names.length >= 0.7 * headings.length;
}

/** Determines the form of a page from all its units, including entries on other things. */
export function formOf(read: Pick<FactPage, 'page' | 'heading' | 'title'>, units: readonly FactUnit[]): PageForm {
  const { heading, title } = read;
  const text = heading.text;
  const isCounted =
    COUNTED_HEADING.test(text) && !COUNTED_NAME.test(text) && !/^\d{4}\b/u.test(text) && !PARTS.test(text.replace(/^the\s/iu, ''));
  const isOfPlace = /\p{L}+s in \p{Lu}\p{L}+$/u.test(text) && units.filter(({ tag, links }) => tag === 'li' && links > 0).length > 2;
  const isOfEntries = units.length - withoutEntries(read.page, units, text).length >= MOSTLY * units.length;
  const isOfLinks = units.filter(isNameLink).length >= Math.max(LINKS, MOSTLY * units.length);
  const listing = units.slice(0, 8).find((unit) => !unit.isHeading && LISTS.test(unit.text));
  if (isCounted || isOfPlace || isOfEntries || isOfLinks || LISTING.test(text) || LISTING.test(title) || areHeadingsNames(units, read))
    return { form: 'list', by: heading };
  if (listing) return { form: 'list', by: listing };
  const article = isArticle(read, units);
  return article ? { form: 'article', by: article } : { form: 'thing' };
}
