import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { type TongueOf, tongueNamed } from '../../../../language/asks/tongues.ts';
import { isAsked } from '../../../../language/english/negation.ts';
import { sectionOf } from '../../text/subject.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt, passageAt } from '../said.ts';

/** Words about each thing that may be in a language. */
const SPEAKS: Record<TongueOf, RegExp> = {
  tour: /\b(?:tours?|visits?|rounds?|walks?|guided|guides?|takes? (?:you|people|visitors|guests)|shown? (?:you )?round)\b/iu,
  guide: /\baudio[- ]?(?:guides?|tours?)\b|\bheadsets?\b/iu,
  interface:
    /\b(?:interface|languages?|available in|translat\w+|locali[sz]\w+|version|menus?|console|screens?|environment|explanations|speaks?)\b/iu,
  course: /\b(?:taught|teach\w*|courses?|class(?:es)?|lessons?|languages?|instruction|held|lectures?|we speak)\b/iu,
  speech:
    /\b(?:speaks?|speaking|spoken|languages?|fluent\w*|answers?|talk\w*|native|mother tongue|understand|write|get by|briefing|helps?|fine|welcome|will do|enough|suffic\w*)\b/iu,
  any: /\b(?:speak\w*|spoken|languages?|fluent\w*|taught|teach\w*|interface|available in|translat\w+|version|in \p{Lu}\p{L}+|tours?|guided|courses?|lessons?)\b/iu,
};
/** Words next to the name of a language, which distinguish it from an adjective: “German customers”, “English breakfast”. */
const BEFORE =
  /(?:^|[,/(·|:–-]\s?|\b(?:in|into|with|speaks?|speaking|spoke|spoken|talks?|talk|answers?|fluent|and|or|from|both|languages?|among (?:them|which)|including|is|some|good|a little|understand|no|either|for)\s)$/iu;
const BEHIND =
  /^(?:$|[,.;:!)·|(/–-]|\s(?:and|or|as well|too|is|are|will|at|on|to|fluent\w*|\(|with|by|version|interface|edition|spoken|speaking|speakers?|tours?|guides?|language|subtitles|alone|only|skills|gladly|every|lessons?)\b|\s[(|·–-])/iu;
/** The least share of a unit's words that are languages in a list of them. */
const LISTED = 0.4;
const SHORT = 25;
/** The number of characters next to a name that show its meaning. */
const NEAR = 30;
const OFFERED =
  /\b(?:may|can|could|will(?= gladly| happily))\s(?:(?:be|gladly|happily|also)\s)?(?:had|have|book(?:ed)?|order(?:ed)?|borrow(?:ed)?|hired?|request(?:ed)?|ask(?:ed)?|talk|speak|answer|show|take)\b/iu;
const ENOUGH =
  /\b(?:enough|will do|is fine|is all|suffic\w+|is what (?:we|is) sp\w+|no (?:\p{L}+ )?(?:needed|required|necessary)|(?:working|company|team|office|common) language|(?:we|team|everybody|everyone) (?:speaks?|talks?|works?)|is spoken)\b/iu;
/** Headings of requirements. */
const WISHES = /\b(?:you|we['’]d like|we would like|need|expect|require\w*|profile|looking for|bring|skills)\b/iu;
const HELPFUL = /\b(?:nice|plus|advantage|helpful|bonus|desirable)\b/iu;
const REQUIRED = /\b(?:required|must|needed|essential|level [abc][12]|fluent)\b/iu;

interface Named {
  unit: FactUnit;
  names: { name: string; said: 'yes' | 'no' | null }[];
}

/** The languages that a unit names as languages. */
function namedIn(read: FactPage, unit: FactUnit): Named['names'] {
  const { text } = unit;
  return [...text.matchAll(/(?<!\p{L})\p{Lu}\p{L}+/gu)].flatMap(({ 0: word, index }): Named['names'] => {
    const name = tongueNamed(word);
    const end = index + word.length;
    const isSpoken = text.startsWith('-speaking', end);
    if (
      name === null ||
      !(isSpoken || BEFORE.test(text.slice(Math.max(0, index - NEAR), index))) ||
      !BEHIND.test(text.slice(end, end + NEAR))
    )
      return [];
    const said = assertedAt(read, unit, index, end);
    if (said === 'no' || /\bno\s$/iu.test(text.slice(Math.max(0, index - NEAR), index))) return [{ name, said: 'no' }];
    // an offer counts as a yes: “may be had in German”, “will gladly talk French”
    const isOffered = said === 'maybe' && OFFERED.test(text);
    return [{ name, said: said === 'yes' || said === null || isOffered ? 'yes' : null }];
  });
}

const isList = ({ text }: FactUnit, count: number) => count > 0 && count >= LISTED * (text.match(/\p{L}{3,}/gu)?.length ?? 1);

/** Whether a unit is about the thing that is asked to be in a language. */
function isOf({ units }: FactPage, of: TongueOf, unit: FactUnit, count: number): boolean {
  const before = units[units.indexOf(unit) - 1]?.text ?? '';
  // a question before its answer: “Which languages do you speak?”
  const over = `${unit.label} ${unit.heading} ${before.endsWith('?') ? before : ''}`;
  if (of === 'interface' && /\b(?:manual|contracts?|documentation|support)\b/iu.test(unit.text) && !/\binterface\b/iu.test(unit.text))
    return false;
  if (of === 'tour' && /\baudio\b/iu.test(unit.text)) return false;
  if (SPEAKS[of].test(unit.text)) return unit.text.split(/\s+/u).length <= SHORT || /\b(?:in|speaks?|spoken|fluent)\b/iu.test(unit.text);
  // “Dutch or English” in a list of requirements
  if ((of === 'speech' || of === 'any') && unit.tag === 'li' && WISHES.test(unit.heading) && isList(unit, count)) return true;
  return SPEAKS[of].test(over) && (isList(unit, count) || /^\W*(?:in\s)?\p{Lu}/u.test(unit.text));
}

/** Judges whether the page says that something is in a language. */
export function answerTongue(read: FactPage, { name, or, of, isEnough, isDenied }: Extract<Ask, { type: 'tongue' }>): Answer {
  const asked = new Set([name, ...or]);
  const all = read.units.flatMap((unit): Named[] => {
    if (unit.isHeading || isAsked(unit.text)) return [];
    const names = namedIn(read, unit);
    if (names.length === 0 || !isOf(read, of, unit, names.length)) return [];
    const passage = passageAt(read.reading, unit.start);
    return passage && sectionOf(read.reading, passage) === 'others' ? [] : [{ unit, names }];
  });
  const has = ({ names }: Named, as: 'yes' | 'no') => names.some((one) => asked.has(one.name) && one.said === as);
  // “some German helps” does not contradict “without German”
  const isMeant = (one: Named) => (isDenied ? !HELPFUL.test(`${one.unit.label} ${one.unit.text}`) : !isEnough || isAlone(one, asked));
  const met = all.filter((one) => has(one, 'yes') && isMeant(one));
  const denied = all.find((one) => has(one, 'no'));
  const says = (is: boolean, unit: FactUnit): Answer => ({
    says: is === isDenied ? 'no' : 'yes',
    unit,
    why: is ? 'the page names the language' : 'the page names other languages',
  });
  const [first] = met.sort((a, b) => a.unit.rank - b.unit.rank);
  if (first) return says(true, first.unit);
  if (denied) return says(false, denied.unit);
  // a list of languages without the one asked
  const other = isEnough
    ? undefined
    : all.find(({ unit, names }) => names.every(({ name, said }) => said === 'yes' && !asked.has(name)) && isWhole(unit, names.length, of));
  return other ? says(false, other.unit) : { ...OPEN, unit: all[0]?.unit ?? null };
}

/** Whether no other language is needed: “English is enough”, but not “English and German fluent”. */
function isAlone({ unit, names }: Named, asked: ReadonlySet<string>): boolean {
  const text = `${unit.label} ${unit.text}`;
  if (
    new RegExp(String.raw`\b(?:${[...asked].join('|')})\s(?:is|will|would)\s(?:be\s)?(?:enough|fine|sufficient|all|do)\b`, 'iu').test(
      unit.text,
    )
  )
    return true;
  const isOnly = names.every((one) => asked.has(one.name)) || /\bor\b/iu.test(unit.text) || HELPFUL.test(text);
  return isOnly && (ENOUGH.test(text) || !REQUIRED.test(text)) && !(/\band\b/iu.test(unit.text) && names.length > 1 && !ENOUGH.test(text));
}

const isWhole = (unit: FactUnit, count: number, of: TongueOf) =>
  (/\blanguages?\b/iu.test(unit.label) && isList(unit, count)) ||
  (of !== 'any' &&
    of !== 'speech' &&
    SPEAKS[of].test(`${unit.label} ${unit.text}`) &&
    /\b(?:only|(?:held|given|offered|taught|led|are|is) in)\b/iu.test(unit.text) &&
    unit.text.split(/\s+/u).length <= SHORT);
