import { remembered } from '../../../../domain/text.ts';
import type { KnownPlace } from '../../../../knowledge/places/geography.ts';
import { liesIn } from '../../../../knowledge/places/lies-in.ts';
import { placeNamed } from '../../../../knowledge/places/named.ts';
import { isWord, meanings, type PartOfSpeech } from '../../../../knowledge/wordnet.ts';
import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { inPairs } from '../../../../language/asks/content-words.ts';
import { qualitiesAsked } from '../../../../language/asks/qualities.ts';
import { tokenize } from '../../../../language/english/lexicon.ts';
import { placesIn } from '../../../../language/places.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { qualitySaid } from '../qualities.ts';
import { deniesValue, type Polarity, polarityOf, YES_VALUE } from '../said.ts';
import { type Hit, hitOf, type Term, termOf } from '../terms.ts';

/** Verbs of a criterion that have an object: “accepts dogs”, “serves breakfast”. */
const VERBS =
  /^(?:accept|serv|allow|permit|requir|support|teach|sell|mak|run|cover|publish|ship|deliver|hir|employ|offer|provid|includ|feature|host|organi|award|issue|giv|tak|built|build|won|win|handl|ha[sv])/u;
const PERMITS = /^(?:accept|allow|permit|admit|welcom|tak)/iu;
const PERMITTED = ['welcom', 'allow', 'permit', 'accept', 'admit', 'bring', 'take', 'stay', 'pay', 'free'];

/** How certainly words must mean what is asked: to count at all, as proof, as proof of a permission, and beyond doubt. */
const CUT = { near: 0.78, proof: 0.84, permitted: 0.78, plain: 0.95 };
const LOCAL_WORDS = 12;

interface Asked {
  terms: (Term & { place: KnownPlace | null })[];
  verb: Term | null;
  isPermission: boolean;
  /** Whether a verb's object is a name: “won a Nobel Prize”. */
  isNamed: boolean;
  /** Whether the verb is an action in the past: “built bridges”. */
  isDeed: boolean;
}

const askedBy = remembered((words: readonly string[]): Asked => {
  const [first = '', ...others] = words;
  const at = words.findIndex((word) => /^(?:allowed|welcome|accepted|permitted)$/iu.test(word));
  // “dogs are allowed” becomes “allows dogs”
  const turned = at > 0 ? [words[at] ?? '', ...words.slice(0, at), ...words.slice(at + 1)] : null;
  const isNamed = !turned && others.length > 0 && others.every((word) => /^\p{Lu}/u.test(word)) && meanings(first, 'verb').length > 0;
  const isThirdPerson = /^\p{Lu}\p{Ll}+s$/u.test(first) && meanings(first, 'verb').length > 0;
  const isDeed =
    turned === null &&
    others.length > 0 &&
    !isNamed &&
    /^\p{Lu}\p{Ll}+(?:ed|uilt|rote)$/u.test(first) &&
    meanings(first, 'verb').length > 0;
  const hasVerb = turned !== null || (others.length > 0 && (isNamed || isThirdPerson || isDeed || VERBS.test(first.toLowerCase())));
  const verbWord = turned?.[0] ?? first;
  const verb = hasVerb ? termOf(verbWord, ['verb']) : null;
  const isPermission = hasVerb && PERMITS.test(verbWord);
  const core = turned ? turned.slice(1) : hasVerb ? others : words;
  const stems = verb && isPermission ? new Map([...verb.stems, ...PERMITTED.map((stem) => [stem, 0.9] as const)]) : verb?.stems;
  return {
    terms: compounds(core).map((word, i) => ({
      ...termOf(word, partsOf(word, i === 0 && !hasVerb)),
      place: /^\p{Lu}/u.test(word) ? placeNamed(word) : null,
    })),
    verb: verb && stems ? { ...verb, stems } : null,
    isPermission,
    isNamed,
    isDeed,
  };
});

/** The parts of speech of a word: a verb if the criterion begins with it as one (“grows in shade”), else a noun or an adjective. */
const partsOf = (word: string, isFirst: boolean): PartOfSpeech[] =>
  isFirst && /s$/u.test(word) && /^\p{Lu}/u.test(word) && meanings(word, 'verb').length > 0
    ? ['verb']
    : /(?:ed|ing)$/u.test(word)
      ? ['verb', 'adjective', 'noun']
      : meanings(word, 'adverb').length > 0 && meanings(word, 'adjective').length > 0
        ? ['adverb', 'adjective', 'noun']
        : ['noun', 'adjective'];

/** Splits compounds such as “family-owned”. */
const compounds = (words: readonly string[]): string[] =>
  inPairs(
    words.flatMap((word) =>
      /^\p{L}+-(?:owned|led|run|made|friendly|grown|built|funded|backed|held)$/u.test(word) ? word.split('-') : [word],
    ),
    isWord,
  ).map((word) => (word.includes(' ') ? word.toLowerCase() : word));

interface Saying {
  polarity: Polarity;
  sure: number;
  isByLabel: boolean;
  /** Whether the thing is said to have it: “our café”, “there is a lift”. */
  isOwned: boolean;
}

const OWNED =
  /\b(?:our|my|own|there['’]s|there (?:is|are)|(?:we|it) (?:have|has)|we['’]ve got|(?:house|hotel|museum|flat|site) (?:has|have))\s(?:an?\s|the\s|two\s|three\s)?(?:[\p{L}-]+\s){0,2}$/iu;
const isOwnedAt = ({ text, tokens }: FactUnit, { at }: Hit) => {
  const start = tokens[at]?.start ?? 0;
  return OWNED.test(text.slice(Math.max(0, start - 50), start));
};

const PERMITTING =
  /\b(?:may|can|could|are|is) (?:also |even |all )?(?:come|stay|bring|join|be brought|sleep|enter|swim|run|travel|allowed|welcome)\b/u;

/** How a unit asserts all the words; null if it lacks one of them. */
function sayingOf(read: FactPage, unit: FactUnit, { terms, isPermission }: Asked): Saying | null {
  const heading = unit.heading && unit.label === '' && terms.length > 1 ? { text: unit.heading, tokens: tokenize(unit.heading) } : null;
  let [sure, isByLabel] = [0, false];
  const inText: Hit[] = [];
  for (const term of terms) {
    if (term.place) {
      if (!placesIn(unit.text, true).some(({ place }) => liesIn(place, term.place as KnownPlace) === true)) return null;
      sure += 1;
      continue;
    }
    const [own, over, above] = [
      hitOf(unit, term, isPermission),
      unit.label ? hitOf(unit.over, term, isPermission) : null,
      heading && hitOf(heading, term),
    ];
    const most = Math.max(own?.sure ?? 0, over?.sure ?? 0, 0.9 * (above?.sure ?? 0));
    if (most < CUT.near) return null;
    sure += most;
    if (own && own.sure >= (over?.sure ?? 0)) inText.push(own);
    if ((over?.sure ?? 0) >= CUT.near) isByLabel = true;
  }
  const said = inText.map(({ at, span }) => polarityOf(read, unit, at, span));
  // here “may” is a permission, no possibility
  const isPermitted = isPermission && PERMITTING.test(unit.text);
  const doubted = isPermitted ? undefined : said.find((one) => one === 'maybe');
  const polarity = isByLabel && inText.length === 0 ? ofValue(unit) : (said.find((one) => one === 'no') ?? doubted ?? 'yes');
  return { polarity, sure: sure / Math.max(1, terms.length), isByLabel, isOwned: inText.some((hit) => isOwnedAt(unit, hit)) };
}

const ofValue = ({ text }: FactUnit): Polarity => (deniesValue(text) ? 'no' : /\?$/u.test(text) ? 'maybe' : 'yes');

/** Whether the unit has the verb that is asked, or need not have it. */
function isDone(unit: FactUnit, { verb, terms, isPermission, isNamed, isDeed }: Asked, isByLabel: boolean): boolean {
  if (!verb || isByLabel || hitOf(unit, verb) !== null || YES_VALUE.test(unit.text)) return true;
  if (isDeed) return false;
  if (isPermission) return PERMITTING.test(unit.text);
  if (isNamed) return !terms.some(({ place }) => place) && !/\b(?:not|never|no|nominated|without)\b|n't\b/iu.test(unit.text);
  return unit.tokens.length <= LOCAL_WORDS || /^(?:li|td|dd)$/u.test(unit.tag);
}

/** Judges whether a sentence has all the words, or a phrase known for the quality, and none denies them. */
export function answerFeature(
  read: FactPage,
  { words, text, isDenied }: Pick<Extract<Ask, { type: 'feature' }>, 'words' | 'text' | 'isDenied'>,
): Answer {
  const asked = askedBy(words);
  const qualities = qualitiesAsked(text);
  const known = qualitySaid(read, qualities);
  let [yes, no, near]: [FactUnit | null, FactUnit | null, FactUnit | null] = [
    known.yes,
    known.no && (known.no.rank < 2 || read.isShort || known.yes) ? known.no : null,
    null,
  ];
  let most = yes ? 1 : 0;
  for (const unit of read.units) {
    if (unit.isHeading) continue;
    // for known qualities, their phrases are better evidence than the words
    const said = asked.terms.length > 0 && qualities.length === 0 ? sayingOf(read, unit, asked) : null;
    if (!said) continue;
    const isLocal =
      said.isByLabel || said.isOwned || unit.rank < 2 || unit.tokens.length <= LOCAL_WORDS || asked.terms.length >= 2 || read.isShort;
    if (said.polarity === 'maybe' || !isLocal || (said.polarity === 'yes' && !isDone(unit, asked, said.isByLabel))) near ??= unit;
    else if (said.polarity === 'no') no ??= unit;
    else if (said.sure > most) [yes, most] = [unit, said.sure];
  }
  // the phrases for “not poisonous” already include the negation
  const isTurned = isDenied && qualities.length === 0;
  const [holds, denies] = isTurned ? [no, yes] : [yes, no];
  if (holds && denies)
    return holds === yes && most >= CUT.plain ? { says: 'part', unit: holds, why: 'the page says both' } : { ...OPEN, unit: holds };
  if (holds) {
    const isProof = isTurned || most >= (asked.isPermission ? CUT.permitted : CUT.proof);
    return { says: isProof ? 'yes' : 'part', unit: holds, why: 'the page says so' };
  }
  // “not writing in English”: that something is in English does not disprove it
  if (isTurned && denies && most < CUT.plain) return { ...OPEN, unit: denies };
  return denies ? { says: 'no', unit: denies, why: 'the page denies it' } : { ...OPEN, unit: near };
}
