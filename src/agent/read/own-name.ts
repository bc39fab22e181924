import type { Hint } from '../../domain/page/page.ts';

/** Where else a page names its subject. */
interface Witnesses {
  /** Its title and its main heading. */
  others: readonly string[];
  url: string;
  hints: readonly Hint[];
  /** The paragraphs that contain a name, and those that contain it within a sentence: a first word is capitalized in any case. */
  mentions: (name: string) => { all: number; within: number };
}

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Words around the subject's name on English profile pages. */
const BEFORE =
  /^(?:about|who (?:is|was|are)|what (?:is|are)|meet|(?:working|work|careers|life|(?:remote )?jobs) (?:at|with|for)|(?:company |user )?profile(?: of|:)|reviews? (?:of|for)|biography of)\s+/iu;
const AFTER =
  /(?:\s*[:–—|-])?\s+(?:(?:remote |open )?(?:jobs|careers|vacancies)|biography|bio|(?:remote )?(?:company |user )?profile|reviews|home ?page|official (?:web)?site)\s*$/iu;

/** Punctuation that ends a name when a description follows. */
const SIGN = /^\s*(?:[:–—|(,]|-\s)/u;

/** Words that begin a description of what precedes them. */
const GOES_ON = /^\s+(?:and|across|as|at|for|from|in|on|or|the|versus|vs|with|without)\s+/u;

/** Types in structured data that are not the subject of a page. */
const BESIDE =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|ImageObject|SearchAction|SiteNavigationElement|WPHeader|WPFooter|Comment|Rating|AggregateRating|Offer)$/;

/** Whether a thing of this type may be the page's subject. */
export const isOfSubject = (type: string | null) => type !== null && !BESIDE.test(type);

/**
 * The subject's own name in a title or heading, as structured data, address and other headings agree on it; else the whole. A dated address
 * or such structured data marks a post, whose headline is its name, unless the address is a name that the text uses.
 */
export function ownName(base: string, { others, url, hints, mentions }: Witnesses): string {
  const place = addressWords(url);
  const spelled = place.words.join(' ');
  const named = hints.find(({ path, type, depth, value }) => path === 'name' && depth === 0 && isOfSubject(type) && holds(base, value));
  if (named && (isMost(named.value, base) || [spelled, ...others].some((other) => same(other, named.value)))) return named.value;
  const turned = turnedName(base, [...others, spelled]);
  if (turned) return turned;
  const bare = unframed(base);
  if (bare !== base && (same(bare, spelled) || others.some((other) => !holds(other, base) && holds(other, bare)))) return bare;
  const short = place.isDated ? null : byAddress(base, place.words);
  return short !== null && isCalled(short, isPost(hints), mentions) ? short.name : base;
}

/** Whether the text uses the name in the address often enough; not needed where punctuation ends the name and the page is not a post. */
function isCalled({ spelled, isWhole, isEnded }: ByAddress, isAPost: boolean, mentions: Witnesses['mentions']): boolean {
  if (isEnded && isWhole && !isAPost) return true;
  const { all, within } = mentions(spelled);
  return isEnded ? all > 0 : all > 1 && within > 0;
}

/** A title or heading without the words around a profile's name. */
function unframed(text: string): string {
  const rest = text.replace(BEFORE, '');
  const bare = (rest === text ? text : rest.replace(/\?$/u, '')).replace(AFTER, '').trim();
  return bare === '' ? text : bare;
}

const isPost = (hints: readonly Hint[]) =>
  hints.some(
    ({ path, value, type }) =>
      (path === '@type' && /^article$/i.test(value)) ||
      (path === 'headline' && type !== null) ||
      path === 'articleSection' ||
      path === 'datePublished',
  );

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: plain(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
// biome-ignore format: one line
const keyOf = (text: string) => wordsIn(text).map((word) => word.text).join(' ');
const same = (a: string, b: string) => keyOf(a) === keyOf(b);
const holds = (text: string, part: string) => keyOf(part) !== '' && ` ${keyOf(text)} `.includes(` ${keyOf(part)} `);
/** Whether a name is more than half of a title's words. */
const isMost = (name: string, title: string) => wordsIn(name).length * 2 > wordsIn(title).length;

/** The words of an address's last segment, without its extension, a date or a number. */
export function addressWords(url: string): { words: string[]; isDated: boolean } {
  const path = URL.parse(url)?.pathname ?? '';
  let last = path.split('/').filter(Boolean).at(-1) ?? '';
  try {
    last = decodeURIComponent(last);
  } catch {}
  const isDated = /(?:19|20)\d\d[-/_]?(?:0[1-9]|1[0-2])(?:[-/_]?\d\d)?(?!\d)/.test(path);
  const words = keyOf(last.replace(/\.[a-z]{2,5}$/i, ''))
    .split(' ')
    .filter(Boolean);
  const end = words.at(-1) ?? '';
  return { words: words.length > 1 && /\p{L}/u.test(end) && /\d{3}/.test(end) ? words.slice(0, -1) : words, isDated };
}

/** "Lee, Ann" as "Ann Lee", where the page or its address writes it so. */
function turnedName(base: string, others: readonly string[]): string | null {
  const match = /^(?<family>[\p{L}'’ .-]{2,40}), (?<forename>[\p{L}'’ .-]{1,40}?)(?:\s*\([^()]*\))?$/u.exec(base.trim());
  if (!match?.groups) return null;
  const { family = '', forename = '' } = match.groups;
  const turned = `${forename.trim()} ${family.trim()}`;
  const written = others.find((other) => holds(other, turned));
  if (!written) return null;
  const words = keyOf(turned).split(' ').length;
  const all = wordsIn(written);
  // biome-ignore format: one line
  const from = all.findIndex((_, i) => all.slice(i, i + words).map(({ text }) => text).join(' ') === keyOf(turned));
  const slice = written.slice(all[from]?.start, all[from + words - 1]?.end);
  return /\p{Lu}/u.test(slice) ? slice : turned;
}

interface ByAddress {
  name: string;
  /** The part of it that the address spells. */
  spelled: string;
  /** Whether that is all of it, not only its end: "Apache Cassandra" at /cassandra. */
  isWhole: boolean;
  /** Whether punctuation ends it. */
  isEnded: boolean;
}

/** Words of a name that an address may omit. */
const LEFT_OUT = 1;

/**
 * The first words of a title that the address spells, if punctuation or a function word follows: "Acme: rockets for all" at /acme, "MongoDB
 * and the licence it invented". Not with a number: it may be an identifier.
 */
function byAddress(base: string, address: readonly string[]): ByAddress | null {
  const words = wordsIn(base);
  const count = address.length;
  if (count === 0 || address.some((word) => /^\d+$/.test(word))) return null;
  const from = [0, LEFT_OUT].find((at) => at + count < words.length && address.every((word, i) => words[at + i]?.text === word));
  if (from === undefined) return null;
  const end = words[from + count - 1]?.end ?? 0;
  const rest = base.slice(end);
  const isEnded = SIGN.test(rest);
  if (!isEnded && (from > 0 || !GOES_ON.test(rest))) return null;
  return { name: base.slice(0, end), spelled: base.slice(words[from]?.start, end), isWhole: from === 0, isEnded };
}
