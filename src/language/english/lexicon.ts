import porter2 from 'wink-porter2-stemmer';

/** Words without a meaning of their own. */
const STOP = new Set(
  'a an the and or but nor so yet of in on at to for from by with without within into onto over under between about as than then that this these those it its it’s is are was were be been being am do does did done has have had having will would can could may might shall should must not no there here their they them he she his her him we our us you your i my me who whom whose which what when where why how if while because also just very such any some all each every both either neither own same too more most other per via up out off down again further once only'.split(
    ' ',
  ),
);

/** General English synonyms in requests and pages; the first word of a line represents the others. */
const SAME = `
license licence licensed licensing licenced
found founded founding founder co-founded establish established incorporated formed inception
release released launch launched debut debuted shipped unveiled
publish published posted
employee employees staff staffer workforce headcount teammate
headquarter headquartered headquarters hq based
write written wrote writes implement implemented implementation programmed coded
company companies firm business corporation
hire hires hiring recruit recruits recruiting
support supports supported supporting
offer offers provide provides providing offered
use uses used using utilise utilises utilize utilizes utilized
cost costs price prices priced pricing
maintain maintained maintainer maintainers maintains maintenance
documentation docs doc
homepage website site
repository repo repositories
organization organisation organizations organisations
country countries nation
job jobs vacancy vacancies
buy purchase bought acquire acquired acquisition
abandon abandoned unmaintained discontinued
doctor physician
lawyer attorney
film movie films movies
car automobile cars automobiles
begin began begins started start starts
end ended ends finished finish
big large
small tiny
quick fast rapid
child children kid kids
free gratis
remote remotely telecommute
author authors authored
revenue turnover
customer customers client
annual yearly annually
medicine medical
woman women female
man men male
healthcare health
email e-mail emails
university universities college`;

const stems = new Map<string, string>();
const heads = new Map<string, string>();
for (const line of SAME.trim().split('\n')) {
  const [head = '', ...others] = line.split(' ');
  for (const word of [head, ...others]) heads.set(word, head);
}

/** Unifies British and American spellings: colour/color, organise/organize, centre/center. */
const american = (word: string) =>
  word
    .replace(/isation(s?)$/u, 'ization$1')
    .replace(/(?<=..[^aeiouw])is(e|ed|es|ing)$/u, 'iz$1')
    .replace(/(?<=.l)our/u, 'or')
    .replace(/tre$/u, 'ter');

/** The Porter2 stem of a word or of its representative synonym; '' for words without a meaning of their own. */
export function stemOf(lower: string): string {
  // no English word is longer, and the stemmer takes quadratic time
  if (lower.length > 40) return lower;
  const known = stems.get(lower);
  if (known !== undefined) return known;
  const word = lower.replace(/['’]s$/u, '');
  const stem = STOP.has(word) ? '' : porter2(heads.get(word) ?? american(word));
  if (stems.size > 100_000) stems.clear();
  stems.set(lower, stem);
  return stem;
}

export interface Token {
  /** Lower case. */
  word: string;
  /** '' for a word without a meaning of its own. */
  stem: string;
  start: number;
  end: number;
  capital: boolean;
}

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

/** The words of a text with offsets from `base`. Hyphens and dots separate words: "Apache-2.0" is apache, 2, 0. */
export function tokenize(text: string, base = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    const word = raw.toLowerCase().replace('’', "'");
    tokens.push({
      word,
      stem: stemOf(word),
      start: base + match.index,
      end: base + match.index + raw.length,
      capital: /^\p{Lu}/u.test(raw),
    });
  }
  return tokens;
}

/** The stems of the content words of a text. */
export const contentStems = (text: string) => tokenize(text).flatMap(({ stem }) => (stem ? [stem] : []));
