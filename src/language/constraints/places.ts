import { placeNamed, regionByCode } from '../../knowledge/places/named.ts';
import { languageNamed } from '../../knowledge/software.ts';
import { listedPlaces } from './alternatives.ts';
import type { Constraint } from './constraint.ts';

// the place must be capitalised, so the words before it match both cases explicitly
const BASED = `(?:${'based|headquartered|located|incorporated|registered|situated|operating|living|founded|offices?|an office|a headquarters|headquarters|hq'
  .split('|')
  .map((word) => `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}`)
  .join('|')})`;
const PLACE = new RegExp(
  `(?<relation>(?:(?:that|which|who)\\s(?:is|are|has|have)\\s)?(?:[Ww]ith\\s)?${BASED}\\s(?:in|near|out of|from)|(?<bare>\\b(?:[Ii]n|[Ff]rom|[Aa]cross|[Ww]ithin)))\\s(?<place>(?:the\\s)?\\p{Lu}[\\p{L}.'’-]*(?:,?\\s(?:(?:of|(?:or|and)(?:\\s(?:in|the))?|the)\\s)?\\p{Lu}[\\p{L}.'’-]*){0,5})`,
  'gu',
);

/** “Texas”, “Austin, Texas”, “Austin, TX”, unless it is a programming language. */
const isPlace = (name: string): boolean =>
  !languageNamed(name) &&
  name
    .replace(/^the\s/u, '')
    .split(/,\s/u)
    .every((part, i) => placeNamed(part, i === 0 && part !== name) !== null || (i > 0 && regionByCode(part) !== null));

export function* places(text: string): Iterable<Constraint> {
  for (const match of text.matchAll(PLACE)) {
    const { relation = '', bare, place = '' } = match.groups ?? {};
    const named = place.replace(/[.,]$/u, '');
    const any = listedPlaces(named);
    if (bare && !any.every(isPlace)) continue;
    const words = match[0].replace(/[.,]$/u, '');
    yield {
      kind: 'place',
      relation: relation.toLowerCase(),
      place: named,
      any,
      // a company has one seat, but may have several offices
      all: /office/iu.test(relation) && / and /u.test(named) && any.length > 1,
      text: words,
      start: match.index,
      end: match.index + words.length,
    };
  }
}
