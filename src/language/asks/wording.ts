import { openKnowledge } from '../../knowledge/open.ts';
import type { KnownPlace } from '../../knowledge/places/geography.ts';
import type { Ask } from './ask.ts';
import { asksOf } from './asks.ts';
import { uncapitalized } from './content-words.ts';
import { MONTHS } from './month.ts';
import { numberWording } from './number-wording.ts';

/** The wording for a criterion that was not recognised as a question. */
const ITS_WORDS = 'its words';

/**
 * How a criterion was understood, one short text per question, such as “place: in Germany (country)”; never empty. `isKind`: as for
 * `asksOf`.
 */
export function wordingOf(label: string, isKind: boolean): string[] {
  const asks = asksOf(label, isKind);
  const qualities = asks.flatMap((ask) => (ask.type === 'quality' && ask.words.length > 0 ? [uncapitalized(ask.words.join(' '))] : []));
  const found = [...asks.map(wordingOfAsk), qualities.length > 0 ? `words: ${qualities.join(', ')}` : ''].filter((one) => one !== '');
  return found.length > 0 ? found : [ITS_WORDS];
}

/** The same for a process that serves other requests: the first call loads the knowledge of words and places asynchronously. */
export async function readLabel(label: string, isKind: boolean): Promise<string[]> {
  await openKnowledge();
  return wordingOf(label, isKind);
}

const capital = (word: string) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const TONGUE_OF = {
  any: '',
  speech: ' spoken',
  tour: ' of tours',
  guide: ' of audio guides',
  interface: ' of its interface',
  course: ' of teaching',
};

function wordingOfAsk(ask: Ask): string {
  switch (ask.type) {
    case 'kind':
      return ask.noun === '' ? '' : `kind: ${ask.or === null ? '' : `${uncapitalized(ask.or)} or `}${uncapitalized(ask.noun)}`;
    case 'quality':
      return ''; // all alternatives together
    case 'place':
      return `place: ${relationOf(ask)} ${placesWording(ask.places)}`;
    case 'number':
      return numberWording(ask);
    case 'date':
      return `day: ${ask.event === '' ? '' : `${uncapitalized(ask.event)} `}${ask.any.map(spanWording).join(' or ')}`;
    case 'weekday':
      return `weekday: ${ask.isOpen ? 'open' : 'closed'} on ${DAYS[ask.day]}${ask.part === null ? '' : ` ${ask.part}`}`;
    case 'month':
      if (ask.months.length === MONTHS.length) return 'month: open all year';
      return `month: ${ask.event === 'open' ? 'open' : 'starts'} in ${ask.months.map((month) => capital(MONTHS[month - 1] ?? '')).join(' or ')}`;
    case 'licence':
      return `licence: ${ask.isDenied ? 'not ' : ''}${ask.name}`;
    case 'language':
      return `programming language: ${ask.isDenied ? 'not ' : ''}${[ask.name, ...ask.or].join(' or ')}`;
    case 'tongue':
      return `language${TONGUE_OF[ask.of]}: ${ask.isDenied ? 'not ' : ''}${[ask.name, ...ask.or].map(capital).join(' or ')}${ask.isEnough ? ' is enough' : ''}`;
    case 'absence':
      return wordsAfter('without', ask.words);
    case 'feature':
      return ask.isDenied ? wordsAfter('not', ask.words.filter(isNoDenial)) : wordsAfter('words', ask.words);
  }
}

/** The first word of “Doesn't sell meat” is a denial that the wording already expresses. */
const isNoDenial = (word: string) => !/n['’]t$/iu.test(word);

const wordsAfter = (head: string, words: readonly string[]) => (words.length > 0 ? `${head}: ${uncapitalized(words.join(' '))}` : '');

function spanWording({ from, to }: { from: string | null; to: string | null }): string {
  if (from !== null && from === to) return `on ${from}`;
  if (from !== null) return to === null ? `from ${from} on` : `from ${from} to ${to}`;
  return to === null ? 'on any day' : `up to ${to}`;
}

function relationOf({ isOffice, isBirth, isSeat, isDenied }: Extract<Ask, { type: 'place' }>): string {
  if (isOffice) return isDenied ? 'no office in' : 'office in';
  return `${isDenied ? 'not ' : ''}${isBirth ? 'born ' : isSeat ? 'based ' : ''}in`;
}

/** “Germany (country)”, “Germany or Austria (countries)”, “Paris (France) or Scandinavia (3 countries)”. */
function placesWording(places: readonly KnownPlace[]): string {
  const all = places.map(placeWording);
  const isOfCountries = all.length > 1 && all.every(({ note }) => note === 'country');
  const texts = all.map(({ name, note }) => (isOfCountries ? name : `${name} (${note})`));
  const last = texts.pop() ?? '';
  return `${texts.length > 0 ? `${texts.join(', ')} or ` : ''}${last}${isOfCountries ? ' (countries)' : ''}`;
}

/** A country by its usual name; other places with their country, or all possible countries. */
function placeWording({ name, countries, isWhole }: KnownPlace): { name: string; note: string } {
  const names = [...countries].map(countryNamed);
  const [first = ''] = names;
  if (isWhole && names.length === 1) return { name: withArticle(first), note: 'country' };
  const isShort = !isWhole && names.length <= 3;
  return { name: withArticle(capitalized(name)), note: isShort ? names.join(' or ') : `${names.length} countries` };
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });
/** The name of a country by its ISO 3166-1 code. */
const countryNamed = (code: string) => (/^[A-Z]{2}$/u.test(code) ? (REGIONS.of(code) ?? code) : code);

const WITH_ARTICLE =
  /^(?:EU$|United|Netherlands|Philippines|Bahamas|Maldives|Dominican Rep|Middle East|Nordics|Baltics)|(?:States|Countries|Islands|Isles)$/u;
const withArticle = (name: string) => (WITH_ARTICLE.test(name) ? `the ${name}` : name);

const SMALL = new Set('of and the on upon am an de la le du der den al el'.split(' '));
/** Capitalises the name of a place, which the knowledge files store in lower case. */
const capitalized = (name: string) =>
  /^(?:eu|dach)$/u.test(name)
    ? name.toUpperCase()
    : name.replace(/\p{L}+/gu, (word, at: number) => (at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)));
