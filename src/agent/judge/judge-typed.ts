import { daysWithin, numberWithin } from '../../domain/constraint.ts';
import { findDates } from '../../domain/dates.ts';
import { findPlaces, liesIn, type Place, placeNamed } from '../../domain/places.ts';
import { findQuantities, type Quantity } from '../../domain/quantity.ts';
import { findSeats } from './cities.ts';
import type { Claim } from './claims.ts';
import { type EventName, eventOf, type Happening, happenings } from './events.ts';
import { factsOf } from './facts.ts';
import { contentStems, stemOf } from './lexicon.ts';
import type { Mood } from './negation.ts';
import { headingsOf, labelOf, type Passage, type Reading } from './reading.ts';
import { off } from './rules.ts';
import { moodAt, passagesWith, type Statement } from './statements.ts';
import { isOwn } from './subject.ts';

const decide = (within: boolean | null, mood: Mood): Mood =>
  within === null && mood === 'yes'
    ? 'unsure'
    : within === false && mood === 'yes'
      ? 'no'
      : within === false && mood === 'no'
        ? 'unsure'
        : mood;

/** The happenings to go by: the ones called first where a page has such, else all. */
export function firstOf(found: Happening[], wantsFirst: boolean): Happening[] {
  const first = found.filter((one) => one.first && one.mood === 'yes');
  return wantsFirst && first.length > 0 ? first : found;
}

/** A date that is denied or planned says nothing sure of when it was; a date told is held against the bounds as an interval. */
export function judgeTime(reading: Reading, claim: Extract<Claim, { kind: 'time' }>): Statement[] {
  const named = eventOf(claim.event);
  const events: EventName[] = named ? [named] : claim.event ? [] : ['published', 'founded', 'released'];
  for (const event of events) {
    const found = firstOf(happenings(reading, event), event === 'released');
    if (found.length === 0) continue;
    return found.map(({ date, mood, passage }) => ({
      mood: mood === 'yes' ? decide(daysWithin(date, claim.from, claim.to), mood) : mood === 'maybe' ? 'maybe' : 'unsure',
      passage,
    }));
  }
  return [];
}

const PEOPLE = new Set(
  ['employee', 'people', 'person', 'staff', 'headcount', 'worker', 'teammat', 'colleagu']
    .map(stemOf)
    .concat(['peopl', 'person', 'employe']),
);
const EMPLOYING =
  /\b(?:employ\w*|staff|workforce|headcount|team (?:of|size)|(?:we|company) (?:are|have|has|is)|we['’]re|company size|our team|a company of|people strong)\b/iu;

interface Count {
  quantity: Quantity;
  passage: Passage;
  mood: Mood;
  dated: string | null;
}

/** The numbers a page gives of a unit: the unit right after the number ("120 employees"), or in the label ("Employees: 120"). */
export function countsOf(reading: Reading, unit: readonly string[], about: readonly string[], currency: string | null): Count[] {
  const people = unit.some((stem) => PEOPLE.has(stem)) && unit.length === 1;
  const given = people && currency === null ? headcounts(reading) : [];
  if (given.length > 0) return given;
  const wanted = people ? PEOPLE : new Set(unit);
  const lookup = people ? [...PEOPLE, ...['company', 'team', 'size', 'hire'].map(stemOf)] : [...unit, ...about];
  const found: Count[] = [];
  for (const passage of passagesWith(reading, lookup)) {
    if (
      !/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|t\w+ty|[f-n]\w+ty|\w+teen)\b/iu.test(
        passage.text,
      )
    )
      continue;
    const label = labelOf(passage);
    const heads = headingsOf(passage.view)
      .slice(0, 1)
      .map(({ text }) => text);
    const context = new Set([label?.text ?? '', passage.text.length < 60 ? (heads[0] ?? '') : ''].flatMap(contentStems));
    const dates = findDates(passage.text);
    for (const quantity of findQuantities(passage.text, dates)) {
      if (quantity.currency !== currency) continue;
      const after = contentStems(quantity.unit.split(/\s(?:and|or|in|across|from|with|on|at|by|worldwide|who|that)\s?/u)[0] ?? '');
      const sizes = people && /\b(?:company|team|organi[sz]ation) size\b|\bhead ?count\b/iu.test(`${label?.text ?? ''} ${heads[0] ?? ''}`);
      const named = [...wanted].some((stem) => context.has(stem)) || sizes;
      const counted = people ? after.some((stem) => wanted.has(stem)) : unit.length > 0 && unit.every((stem) => after.includes(stem));
      const inWords =
        currency !== null &&
        [...unit, ...about].length > 0 &&
        [...unit, ...about].every((stem) => passage.tokens.some((token) => token.stem === stem) || context.has(stem));
      const team =
        people &&
        /\b(?:team|staff|workforce|headcount|employs|employing)\s(?:size\s)?(?:of|is|:)?\s?(?:about|around|over|some|more than|nearly|approximately|just|only)?\s*$/iu.test(
          passage.text.slice(0, quantity.start),
        ) &&
        after.length === 0;
      if (!(counted || inWords || team || (named && (after.length === 0 || people === false || sizes)))) continue;
      if (people && counted && !named && !sizes && !after.includes(stemOf('employee')) && !EMPLOYING.test(passage.text)) continue;
      const mood = moodAt(reading, passage, passage.start + quantity.start, passage.start + quantity.end);
      if (mood) found.push({ quantity, passage, mood, dated: dates.at(-1)?.high ?? null });
    }
  }
  return newest(found);
}

/** What may follow a number of people in a cell that gives the size of a company. */
const OF_PEOPLE =
  /^(?:(?:full[- ]?time|part[- ]?time|remote|current|active|global|total|team|fully|distributed|paid|core|talented|great|happy|technical)\s)*(?:employees?|people|persons?|staff|members?|teammates?|workers?|folks|humans?|professionals?|colleagues?|headcount|individuals?|ftes?|team members?|team|engineers?|developers?|world-?wide|globally|on linkedin|across|in total|as of|total|and (?:growing|counting)|or so|plus|strong|full|remote|at)\b/iu;

/** The size of the subject in a cell or section of that name: its first number, with nothing or people after it. */
function headcounts(reading: Reading): Count[] {
  for (const { value, start, passage } of factsOf(reading, 'employees')) {
    // "1500-2000" in a cell of that name counts people
    const dates = /^\W*(?:(?:about|around|over|approximately|circa|more than)\s)?\d{4}(?!\d|-\d\d(?!\d))/iu.test(value)
      ? []
      : findDates(value);
    const [quantity] = findQuantities(value, dates).filter(
      ({ unit, currency }) => currency === null && (unit === '' || OF_PEOPLE.test(unit)),
    );
    if (!quantity) continue;
    const shift = start - passage.start;
    const mood = moodAt(reading, passage, start + quantity.start, start + quantity.end) ?? 'unsure';
    return [{ quantity: { ...quantity, start: quantity.start + shift, end: quantity.end + shift }, passage, mood, dated: null }];
  }
  return [];
}

/** Old counts are history: an undated one goes before them, else the latest. */
function newest(counts: Count[]): Count[] {
  const undated = counts.filter(({ dated }) => dated === null);
  if (undated.length > 0) return undated;
  const last = counts.reduce((max, { dated }) => (dated && dated > max ? dated : max), '');
  return counts.filter(({ dated }) => dated === last);
}

export function judgeNumber(reading: Reading, claim: Extract<Claim, { kind: 'number' }>): Statement[] {
  if (claim.unit.length === 0 && claim.about.length === 0) return [];
  return countsOf(reading, claim.unit, claim.about, claim.currency).map(({ quantity, passage, mood }) => ({
    mood: quantity.bound === 'unclear' ? 'unsure' : mood === 'yes' ? decide(numberWithin(quantity, claim.min, claim.max), mood) : 'unsure',
    passage,
  }));
}

const BASED = /\b(?:head office|based|headquartered|headquarters?|hq|located|registered|incorporated|home(?: town)? is|seat)\b/iu;
const AT =
  /\b(?:head office|based|headquartered|located|registered|incorporated|headquarters(?: is| are)?|hq|seat(?: is)?|offices?|living|lives)\b(?:\s(?:\w+\s){0,2}|:\s)?(?:in|at|near|out of|:)\s(?:the\s(?:\w+\sof\s)?)?(?:\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,2},\s(?:(?:in\s)?the\s)?){0,2}$/iu;

interface Seat {
  place: Place;
  name: string;
  text: string;
  passage: Passage;
  mood: Mood;
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
      for (const place of findSeats(value)) {
        const at = { start: start + place.start, end: start + place.end };
        const mood = moodAt(reading, passage, at.start, at.end);
        if (mood) found.push({ place, name: place.name, text: passage.text, passage, mood, ...at });
      }
  for (const passage of passagesWith(reading, stems)) {
    const label = labelOf(passage);
    const labelled =
      label !== null &&
      (office ? /office|headquarter|\bhq\b/iu : /\b(?:headquarters?|hq|based in|location|country|seat|home)\b/iu).test(label.text) &&
      !/\bregions?\b|\bjobs?\b/iu.test(label.text);
    const seated = labelled || BASED.test(passage.text) || (office && /\boffices?\b/iu.test(passage.text));
    for (const place of seated ? findSeats(passage.text) : findPlaces(passage.text)) {
      const before = passage.text.slice(0, place.start);
      const told = AT.exec(before)?.[0];
      const adjective = /^[- ]based\b/iu.test(passage.text.slice(place.end));
      if (!(labelled && place.start >= label.own) && !adjective && !(told && (office ? /office|headquarter|based/iu : BASED).test(told)))
        continue;
      const mood = moodAt(reading, passage, passage.start + place.start, passage.start + place.end);
      if (mood)
        found.push({
          place,
          name: place.name,
          text: passage.text,
          passage,
          mood,
          start: passage.start + place.start,
          end: passage.start + place.end,
        });
    }
  }
  return found;
}

export function judgePlace(reading: Reading, claim: Extract<Claim, { kind: 'place' }>): Statement[] {
  const asked = placeNamed(claim.place);
  const all = placesOf(reading, claim.relation);
  if (!asked) return judgeUnknownPlace(reading, claim);
  if (all.length === 0) return seatsOf(reading, claim.relation).map((passage) => ({ mood: 'unsure', passage }));
  const office = /office/iu.test(claim.relation);
  // "Austin, Texas, United States": names side by side in one sentence are one place, the narrowest decides
  const statements = all.map((one) => {
    const { name, passage, mood } = one;
    const place = one.place ?? placeNamed(name) ?? findPlaces(`, ${name}`)[0];
    const inside = place ? liesIn(place, asked) : null;
    const many = all.some((other) => other.passage === passage && other.name !== name && other.mood === 'yes');
    if (office && inside === false) return null;
    return { mood: inside === null ? (many ? null : ('unsure' as const)) : decide(inside, mood), passage };
  });
  const held = statements.some((one) => one?.mood === 'yes' || one?.mood === 'unsure');
  // a list of offices is whole
  const listed = office && !held ? factsOf(reading, 'offices').filter(({ how }) => how !== 'said') : [];
  const elsewhere = listed.find(({ value }) => findSeats(value).some((place) => liesIn(place, asked) === false));
  if (elsewhere && !off.has('whole-lists')) return [{ mood: 'no', passage: elsewhere.passage }];
  return statements.flatMap((one) => (one?.mood ? [{ mood: one.mood, passage: one.passage }] : []));
}

/** Where a seat is named by a place that no table here knows. */
const seatsOf = (reading: Reading, relation: string) =>
  passagesWith(reading, ['based', 'headquarters', ...(/office/iu.test(relation) ? ['office'] : [])].map(stemOf))
    .filter(({ text }) => /\b(?:based|headquartered|headquarters|offices?)\b[^.;]{0,20}\b(?:in|at)\s\p{Lu}/u.test(text))
    .filter((passage) => isOwn(reading, passage, passage.start + passage.text.search(/\b(?:based|headquarter|offices?)/u)));

/** A place that no table here knows is only found by its own name. */
function judgeUnknownPlace(reading: Reading, claim: Extract<Claim, { kind: 'place' }>): Statement[] {
  const statements: Statement[] = [];
  for (const passage of passagesWith(reading, contentStems(claim.place))) {
    const at = passage.text.indexOf(claim.place);
    if (at < 0 || !(AT.test(passage.text.slice(0, at)) || /\b(?:headquarters?|location|city|based)\b/iu.test(labelOf(passage)?.text ?? '')))
      continue;
    const mood = moodAt(reading, passage, passage.start + at, passage.start + at + claim.place.length);
    if (mood) statements.push({ mood, passage });
  }
  return statements;
}
