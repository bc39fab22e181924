import type { KnownPlace } from '../../../../knowledge/places/geography.ts';
import { liesIn } from '../../../../knowledge/places/lies-in.ts';
import { countryOf } from '../../../../knowledge/places/named.ts';
import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { kindNamed } from '../../../../language/asks/nouns.ts';
import { placesIn } from '../../../../language/places.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt } from '../said.ts';
import { meantBy } from './home.ts';
import { ofAddresses, ofHints, type Seen } from './place-hints.ts';

/** Labels of a thing's place. */
const PLACE_LABEL =
  /^(?:(?:full |postal |street |our )?address|locations?|located|location of work|work location|cit(?:y|ies)|town|village|place(?: of (?:work|origin|production))?|country|county|state|province|region|(?:legal |registered |main |corporate )?(?:seat|headquarters?|offices?)|hq|head office|based(?: in)?|where|venue|campus|origin|country of origin|made in|native to|home|produced in|area|find us|directions|meeting place|base|workplace|employer|practice|school|institution|university|campus|station|branch)$/iu;
const BORN_LABEL = /^(?:born|birth ?place|place of birth)$/iu;

/** After these words a place is a destination, a market or a topic, and the thing is elsewhere. */
const ELSEWHERE =
  /\b(?:to|for|(?:minutes?|hours?|km|kilomet(?:re|er)s?|miles|away|far|trains?|bus|flight|walk|steps|drive) from|bus|train|ferry|minutes|km|miles|(?:north|south|east|west) of|near|distance|deliver\w*|ships?|customers in|(?<!(?:head|home|main|registered) )offices? in|between|exhibition|award|prize|like|than|listed (?:on|in)|(?:for|with|among|across|to)\s(?:[\p{L}\d,-]+\s){1,4}\p{L}+s in|studied (?:in|at)|trained (?:in|at)|after)\s(?:the\s)?(?:\p{L}+\s)?$/iu;
const BIRTH = /\b(?:born|native of|hails from|raised in|grew up in)\s(?:(?!\b(?:liv|work|died|mov|settl|stud))[^.;]){0,40}$/iu;
const GOES =
  /\b(?:go|goes|went|travel\w*|come|came|move[ds]?|fled|walk\w*|road|way|route|journey|trip|ride|drive|export\w*|import\w*|guests|visitors|customers|people|students)\b[^.;]{0,25}$/iu;
const MADE =
  /\b(?:made|produced|manufactur\w+|assembled|built|forged|woven|knitted|sew\w*|stitched|bolted together|put together|welded|brewed|grown|baked|cast|works|factory|workshops?|smithy|mill|plant|production|origin|hand-?made)\b/iu;
/** “Trieste, 1912 – Padua, 2009”. */
const LIFE = /^,?\s(?:in\s)?1[5-9]\d\d\s?[–-]/u;
const NEAR =
  /\b(?:near|outside|above|(?:north|south|east|west)(?:-\p{L}+)? of|(?:minutes?|hours?|km|miles)(?: by \p{L}+)? from|(?:minutes?|hours?) [\p{L}-]+ of)\s(?:the\s)?$/iu;
/** “Makes chairs in Ghent” does not say that its seat is there. */
const DOES =
  /^(?!.*\b(?:is|are|was)\s(?:an?|the|our|in|at|near|right)\b)(?:[^,;:]*\s)?\p{Ll}+s\s(?:[^,;:]*\s)?(?:in|at|from)\s(?:the\s)?$/u;
/** Actions at a place, which are weaker evidence for where the thing is. */
const DOING =
  /\b(?:founded|built|building|wrote|written|made|came|thought|created|launched|started|began|studied|worked|working|moved|met|had|spread|won|went|sold|bought|developed)\b/iu;
/** The first units, in which a line with a town is the thing's own; further down only under the headings of OWN_HEADING. */
const NEAR_TITLE = 15;
const OWN_HEADING =
  /\b(?:contact|address|where|find us|location|visit|directions|good to know|facts|details|about|at a glance|information)\b/iu;
const SHORT_LINE = 8;
/** The last units, which may be the page's own address. */
const NEAR_END = 6;
const OTHERS_HEADING = /\b(?:stockists?|partners?|dealers?|shops|where to buy|sponsors?|friends|links|elsewhere)\b/iu;
/** A post code makes a longer line an address. */
const POSTED = /\b\d{4,6}\s\p{Lu}\p{L}+|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b/u;
const ADDRESS_LINE = 16;
/** “Granada, Spain”, “Ingrid Schaaf, Endertstraße 90, 56812 Cochem, Germany”. */
const isAddress = ({ tokens, text }: FactUnit) =>
  tokens.length <= (POSTED.test(text) ? ADDRESS_LINE : SHORT_LINE) &&
  /^[^–—-].*,\s(?:\d{4,6}\s)?\p{Lu}/u.test(text) &&
  !/\b(?:and|with|for|our|your|we|is|are|was)\b/u.test(text);
const BASED = /\b(?:based|headquartered|located|situated|seat|home office|head office|lies|stands|nestles)\b/iu;

/** Judges whether the page's subject is in a place, by its labels, its first sentences and what it says it is based in. */
export function answerPlace(
  read: FactPage,
  { places, isBirth, isSeat, isMade, isDenied }: Extract<Ask, { type: 'place' }>,
  noun: string,
): Answer {
  const liesInOne = (place: KnownPlace): boolean | null => {
    const meant = meantBy(read, place);
    const all = places.map((outer) => liesIn(meant, outer));
    return all.includes(true) ? true : all.every((one) => one === false) ? false : null;
  };
  const seen = [
    ...(isMade ? [] : ofHints(read, liesInOne)),
    ...ofUnits(read, { lies: liesInOne, isBirth, isSeat, isMade, isWhole: places.every((one) => one.isWhole) }),
  ];
  // and an address in the footer
  if (!isBirth && !isMade) seen.push(...ofAddresses(read, liesInOne));
  const first = (lies: boolean, isPlain: boolean) => seen.find((one) => one.lies === lies && one.isPlain === isPlain)?.unit;
  const [plainYes, plainNo, yes, no] = [first(true, true), first(false, true), first(true, false), first(false, false)];
  const say = (lies: boolean, unit: FactUnit): Answer =>
    lies !== isDenied ? { says: 'yes', unit, why: 'it lies there' } : { says: 'no', unit, why: 'it lies elsewhere' };
  if (plainYes && !plainNo) return say(true, plainYes);
  if (plainYes && plainNo) return plainYes.index <= plainNo.index ? say(true, plainYes) : OPEN;
  // a person may be in many places
  if (plainNo && !yes) return kindNamed(noun).isPerson && !isBirth ? OPEN : say(false, plainNo);
  if (yes && !plainNo && !no) return say(true, yes);
  // to prove that it is not there, the name of one other town suffices
  if (isDenied && no && !yes) return say(false, no);
  // “based in Smallville”: the place is unknown
  return { ...OPEN, unit: yes ?? read.units.find(({ text }) => BASED.test(text) && /\b(?:in|at)\s\p{Lu}/u.test(text)) ?? null };
}

/** The places that a page plainly gives for its subject's seat or birth, as written, with enclosing places: “Bacharach, Germany”. */
export function seatsOf(read: FactPage, isBirth: boolean): { unit: FactUnit; value: string; place: KnownPlace }[] {
  const anywhere = { lies: () => true, isBirth, isSeat: false, isMade: false, isWhole: false };
  const seen = [...ofUnits(read, anywhere), ...(isBirth ? [] : ofHints(read, anywhere.lies))].filter(
    // “Agia Anna beach”: part of a longer name
    ({ unit, name, at, place, isPlain }) =>
      isPlain &&
      at >= 0 &&
      !/^\s\p{Lu}/u.test(unit.text.slice(at + name.length)) &&
      !ANYWHERE.test(unit.text) &&
      // “payments for Africa”: a market, no seat
      !(place.isWhole && unit.rank > 0 && !BASED.test(unit.text)) &&
      !APART.test(unit.text.slice(0, at)),
  );
  return seen
    .sort((a, b) => order(a.unit) - order(b.unit) || a.unit.index - b.unit.index || a.at - b.at)
    .map(({ unit, name, at, place }) => {
      const behind = BEHIND.exec(unit.text.slice(at + name.length))?.[0] ?? '';
      return { unit, value: `${name}${behind}`, place };
    });
}

/** Places where people may be, not where the thing is. */
const ANYWHERE = /\b(?:time ?zones?|hours|time|worldwide|anywhere)\b/iu;
/** Labelled places first, then “based in”, then all others. */
const order = ({ rank, text }: FactUnit) => (rank === 0 ? 0 : BASED.test(text) ? 1 : 2);
/** “5 km from Siena”, “ten minutes from Vejle”, “formerly in Basel”. */
const APART =
  /\b(?:(?:km|kilomet(?:re|er)s?|miles|minutes|hours|away) (?:\p{L}+ )?(?:from|of)|near|formerly|until \d{4}|died|buried|studied|released|shot)\b[^.;]{0,30}$/iu;
const BEHIND = /^(?:,\s(?:in\s)?(?:the\s)?\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+){0,2}){1,3}(?=$|[.;,)])/u;

const FIRST = 6;
const SAYS = /\b(?:is|are|was|were|has|have)\b/u;
interface Looked {
  lies: (place: KnownPlace) => boolean | null;
  isBirth: boolean;
  isSeat: boolean;
  isMade: boolean;
  isWhole: boolean;
}

function ofUnits(read: FactPage, { lies, isBirth, isSeat, isMade, isWhole }: Looked): Seen[] {
  const { units, title, heading } = read;
  const seen: Seen[] = [];
  const ofTitle = (name: string) => units.find(({ text }) => text.includes(name)) ?? heading;
  for (const { name, place, isLed } of isMade ? [] : placesIn(title, false)) {
    const is = lies(place);
    const unit = ofTitle(name);
    if (is !== null) seen.push({ unit, name, at: unit.text.indexOf(name), place, lies: is, isPlain: isLed && !isBirth });
  }
  for (const unit of units) {
    const isLabelled = (isBirth ? BORN_LABEL : PLACE_LABEL).test(unit.label);
    const isPlaceLine = (unit.label === '' || unit.isUnderName) && !unit.isHeading && isAddress(unit);
    const isShortItem = isPlaceLine && (unit.heading === '' ? unit.index < NEAR_TITLE : OWN_HEADING.test(unit.heading));
    const isAtEnd = isPlaceLine && !isShortItem && unit.index >= units.length - NEAR_END && !OTHERS_HEADING.test(unit.heading);
    const isNear = (unit.isLead || unit.index < FIRST) && !(unit.label && !isLabelled);
    const isBased = BASED.test(unit.text);
    if ((!isBirth && BORN_LABEL.test(unit.label)) || !(isLabelled || isNear || isBased || isShortItem || isAtEnd || isMade)) continue;
    if (isMade && !MADE.test(`${unit.label} ${unit.text}`) && !/^countr(?:y|ies)$/iu.test(unit.label)) continue;
    for (const { name, at, place, isLed } of placesIn(unit.text, isLabelled || isShortItem || isAtEnd)) {
      const before = unit.text.slice(Math.max(0, at - 40), at);
      // a short line at the top of a page is not about something else
      const said =
        assertedAt(read, unit, at, at + name.length) ??
        (unit.index < FIRST && unit.tokens.length <= SHORT_LINE && !SAYS.test(unit.text) ? 'yes' : null);
      // “it is not based in France” proves that it is elsewhere
      if (said === 'no' && isBased && isLed && lies(place)) seen.push({ unit, name, at, place, lies: false, isPlain: true });
      if (said !== 'yes') continue;
      const isOfBirth = BIRTH.test(before) || LIFE.test(unit.text.slice(at + name.length, at + name.length + 12));
      if (!isLabelled && isOfBirth !== isBirth) continue;
      if (isSeat && !isLabelled && !isBased && DOES.test(unit.text.slice(0, at))) continue;
      const is = lies(place);
      // what is near a town is usually in the same country
      if (!isLabelled && NEAR.test(before) && isWhole && is) seen.push({ unit, name, at, place, lies: true, isPlain: false });
      if (!isLabelled && ELSEWHERE.test(before) && !/\bcentre of\s$/u.test(before)) continue;
      // “go from Bavaria to Italy” is a route
      if (
        !isLabelled &&
        /\bfrom\s(?:the\s)?$/iu.test(before) &&
        !isBased &&
        /^[^.;]{0,20}\bto\b|^[^.;]*[.;]?$/iu.test(unit.text.slice(at + name.length)) &&
        GOES.test(before)
      )
        continue;
      // “designed in Norway” and “dispatched from Poland” do not say where it is made
      if (
        isMade &&
        /\b(?:design\w*|dispatch\w*|ship\w*|sold|shelves|service)\b(?:(?!\b(?:made|built|assembled|produced)\b)[^;.]){0,30}$/iu.test(before)
      )
        continue;
      const isPlain =
        isLabelled || isShortItem || isBirth || isMade || (isBased && isLed) || (isNear && isLed && !DOING.test(unit.text.slice(0, at)));
      if (is !== null && name !== '') seen.push({ unit, name, at, place, lies: is, isPlain });
    }
    if (isNear)
      for (const token of unit.tokens) {
        const name = unit.text.slice(token.start, token.end);
        const country = token.capital && !/^\s(?:summer\s|standard\s)?time\b/iu.test(unit.text.slice(token.end)) ? countryOf(name) : null;
        if (country && lies(country) === true) seen.push({ unit, name, at: token.start, place: country, lies: true, isPlain: false });
      }
  }
  return seen;
}
