import { anyWithin } from '../../../../language/constraint.ts';
import { stemOf } from '../../../../language/english/lexicon.ts';
import { isOpenList } from '../../../../language/english/names.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import { findPlaces, liesIn, type Place, placeNamed } from '../../../../language/places.ts';
import { labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { assertionAt, decide, passagesWith, type Statement } from '../../text/statements.ts';
import { isOwn } from '../../text/subject.ts';
import type { Claim } from '../claims/claim.ts';
import { factsOf } from '../facts/facts.ts';

const BASED = /\b(?:head office|based|headquartered|headquarters?|hq|located|registered|incorporated|home(?: town)? is|seat)\b/iu;
const AT =
  /\b(?:head office|based|headquartered|located|registered|incorporated|headquarters(?: is| are)?|hq|seat(?: is)?|offices?|living|lives)\b(?:\s(?:\w+\s){0,2}|:\s)?(?:in|at|near|out of|:)\s(?:the\s(?:\w+\sof\s)?)?(?:\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,2},\s(?:(?:in\s)?the\s)?){0,2}$/iu;

interface Seat {
  place: Place;
  name: string;
  text: string;
  passage: Passage;
  assertion: Assertion;
  start: number;
  end: number;
}

/** Where a page says its subject is at home. "an office in" asks for offices, "based in" for the seat. */
export function placesOf(reading: Reading, relation: string): Seat[] {
  const office = /office/iu.test(relation);
  const stems = [
    'based',
    'headquarters',
    'located',
    'registered',
    'incorporated',
    'location',
    'seat',
    'head',
    'country',
    ...(office ? ['office'] : []),
  ].map(stemOf);
  const found: Seat[] = [];
  if (office)
    for (const { value, start, passage } of factsOf(reading, 'offices'))
      for (const place of findPlaces(value)) {
        const at = { start: start + place.start, end: start + place.end };
        const assertion = assertionAt(reading, passage, at.start, at.end);
        if (assertion) found.push({ place, name: place.name, text: passage.text, passage, assertion, ...at });
      }
  for (const passage of passagesWith(reading, stems)) {
    const label = labelOf(passage);
    const labelled =
      label !== null &&
      (office ? /office|headquarter|\bhq\b/iu : /\b(?:headquarters?|hq|based in|location|country|seat|home)\b/iu).test(label.text) &&
      !/\b(?:regions?|jobs?|data ?cent(?:er|re)s?|servers?|hosting|warehouses?|stores?|events?|venues?|birth|customers?|investors?|parent|shipping|origin)\b/iu.test(
        label.text,
      );
    for (const place of findPlaces(passage.text)) {
      const before = passage.text.slice(0, place.start);
      const stated = AT.exec(before)?.[0];
      const adjective = /^[- ]based\b/iu.test(passage.text.slice(place.end));
      if (
        !(labelled && place.start >= label.own) &&
        !adjective &&
        !(stated && (office ? /office|headquarter|based/iu : BASED).test(stated))
      )
        continue;
      const assertion = assertionAt(reading, passage, passage.start + place.start, passage.start + place.end);
      if (assertion)
        found.push({
          place,
          name: place.name,
          text: passage.text,
          passage,
          assertion,
          start: passage.start + place.start,
          end: passage.start + place.end,
        });
    }
  }
  return found;
}

export function judgePlace(reading: Reading, claim: Extract<Claim, { kind: 'place' }>): Statement[] {
  const named = (claim.any ?? [claim.place]).map(placeNamed);
  const asked = named.filter((one) => one !== null);
  const all = placesOf(reading, claim.relation);
  if (asked.length < named.length) return [];
  if (all.length === 0) return seatsOf(reading, claim.relation).map((passage) => ({ assertion: 'unsure', passage }));
  const office = /office/iu.test(claim.relation);
  // "Austin, Texas, United States": names side by side in one sentence are one place, the narrowest decides
  const statements = all.map((one) => {
    const { name, passage, assertion } = one;
    const place = one.place ?? placeNamed(name) ?? findPlaces(`, ${name}`)[0];
    const inside = place ? anyWithin(asked.map((one) => liesIn(place, one))) : null;
    const many = all.some((other) => other.passage === passage && other.name !== name && other.assertion === 'yes');
    if (office && inside === false) return null;
    return { assertion: inside === null ? (many ? null : ('unsure' as const)) : decide(inside, assertion), passage };
  });
  const held = statements.some((one) => one?.assertion === 'yes' || one?.assertion === 'unsure');
  // a list of offices is whole
  const listed = office && !held ? factsOf(reading, 'offices').filter(({ how }) => how !== 'said') : [];
  const elsewhere = listed.find(({ value }) => findPlaces(value).some((place) => asked.every((one) => liesIn(place, one) === false)));
  const open = listed.some(({ value, passage }) => isOpenList(value) || isOpenList(passage.text));
  if (elsewhere) return [{ assertion: open ? 'unsure' : 'no', passage: elsewhere.passage }];
  return statements.flatMap((one) => (one?.assertion ? [{ assertion: one.assertion, passage: one.passage }] : []));
}

/** Where a seat is named by a place that no table here knows. */
const seatsOf = (reading: Reading, relation: string) =>
  passagesWith(reading, ['based', 'headquarters', ...(/office/iu.test(relation) ? ['office'] : [])].map(stemOf))
    .filter(({ text }) => /\b(?:based|headquartered|headquarters|offices?)\b[^.;]{0,20}\b(?:in|at)\s\p{Lu}/u.test(text))
    .filter((passage) => isOwn(reading, passage, passage.start + passage.text.search(/\b(?:based|headquarter|offices?)/u)));
