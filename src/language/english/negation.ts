import { HAS, isHad, isLeft, isOfAnother, isOfCompound, isOfTrouble, REMOVED } from './denied.ts';
import type { Token } from './lexicon.ts';

/** How a text asserts something: it is true, it is not, it was once, it may become so, or the words are ambiguous. */
export type Assertion = 'yes' | 'no' | 'past' | 'maybe' | 'unsure';

const NOT = new Set(
  "not no never without neither nor cannot hardly scarcely lacks lack lacking excludes excluding except isn't aren't wasn't weren't doesn't don't didn't hasn't haven't hadn't won't can't couldn't wouldn't shouldn't non nobody none nothing refuses stopped ceased dropped drops unlike cant dont doesnt isnt".split(
    ' ',
  ),
);
const NOT_AFTER = new Set(
  "not isn't aren't wasn't weren't doesn't don't didn't removed dropped discontinued deprecated unsupported missing lacking unavailable "
    .trim()
    .split(' '),
);
/** Words that make what follows an attempt, a report or a belief. */
const DOUBT = new Set(
  'fail fails failed failing unable myth misconception untrue rumour rumor hoax denies denied refused declined pretends claimed'.split(' '),
);
const ONCE = new Set('formerly previously originally once ex erstwhile'.split(' '));
const MAYBE = new Set(
  'will would could might plan plans planned planning intend intends hope hopes aim aims upcoming soon roadmap considering proposed proposal proposes if should want wants wish eventually someday tbd expected rumoured rumored supposedly allegedly reportedly perhaps maybe possibly potentially hypothetical imagine suppose unless whether'.split(
    ' ',
  ),
);
const NEW_CLAUSE = new Set('but however although though whereas while yet instead'.split(' '));
const OPENERS = new Set(
  "it we they he she i you this these that which who and written built released licensed founded based developed available is are was were has have its it's we're".split(
    ' ',
  ),
);

/** Negations. The guard requires the same number in the quote and in the slice of the page. */
export const isNegation = (word: string) => NOT.has(word) || /n't$/u.test(word);

const isBoundary = (gap: string) => /[;:()–—!?]|\s-\s|\.\s/u.test(gap);

/**
 * How the sentence `tokens` (offsets into `text`) asserts words `from` to `to` (indices, inclusive). It looks back through the clause,
 * across commas ("does not support joins, views or X" leaves X unsure), and ahead ("X is not supported").
 */
export function assertionOf(text: string, tokens: readonly Token[], from: number, to: number): Assertion {
  let assertion: Assertion = 'yes';
  let commas = 0;
  for (let i = from - 1, steps = 0; i >= 0 && steps < 14; i--, steps++) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (!token || !next) break;
    const gap = text.slice(token.end, next.start);
    // “not yet profitable” is a denial
    const isNotYet = next.word === 'yet' && /^(?:not|\p{L}+n't)$/u.test(token.word);
    if (isBoundary(gap) || (NEW_CLAUSE.has(next.word) && !isNotYet)) break;
    if (gap.includes(',')) {
      if (OPENERS.has(next.word) || /ed$/u.test(next.word)) break;
      commas++;
    }
    const word = token.word;
    if (word === 'than' && tokens[i - 1]?.word === 'rather') return 'no';
    if (word === 'of' && tokens[i - 1]?.word === 'instead') return 'no';
    if (word === 'but' && /^(?:any|every)(?:thing|one|body|where)$|^(?:any|every|all)$/u.test(tokens[i - 1]?.word ?? '')) return 'no';
    if ((word === 'from' && tokens[i - 1]?.word === 'far') || (word === 'than' && tokens[i - 1]?.word === 'other')) return 'no';
    if (word === 'longer' && tokens[i - 1]?.word === 'no') return commas ? 'unsure' : 'no';
    // "non-profit" denies only its own word
    if (word === 'non' && i < from - 1) continue;
    if (isNegation(word) && !TURNED.test(next.word)) {
      if (isForAnother(tokens, i, from)) return 'unsure';
      // “no compatibility problem”, “requests, which is not installed by default”
      if (isOfTrouble(tokens, i, to) || isOfAnother(text, tokens, i)) return 'unsure';
      return commas > 0 || steps > 7 || isDoubled(tokens, i) ? 'unsure' : 'no';
    }
    if (DOUBT.has(word)) return 'unsure';
    if (isOfOld(tokens, i)) assertion = 'past';
    if (ONCE.has(word) || (word === 'to' && tokens[i - 1]?.word === 'used')) assertion = 'past';
    const isSet = word === 'will' && HAPPENS.test(`${next.word} ${tokens[i + 2]?.word}`);
    if (assertion === 'yes' && MAYBE.has(word) && !(word === 'if' && commas > 0) && !isSet) assertion = 'maybe';
    const isGranted = PERMITTED.test(next.word) || GUESTS.test(tokens[i - 1]?.word ?? '');
    if (assertion === 'yes' && word === 'may' && !token.capital && !isGranted) assertion = 'maybe';
    if (word === 'from' && (/^(?:away|migrated|moved|switched)$/u.test(tokens[i - 1]?.word ?? '') || isLeft(tokens, i, to)))
      assertion = 'past';
    // “remove the dependency on pandas”
    if (REMOVED.test(word) && isHad(tokens, i, from)) return 'no';
  }
  if (assertion !== 'yes') return assertion;
  return ahead(text, tokens, from, to);
}

/** “Early versions came under the GPL”, “at first”: not so today. */
const isOfOld = (tokens: readonly Token[], i: number) =>
  (/^(?:early|earlier|older|old|previous|initial)$/u.test(tokens[i]?.word ?? '') &&
    /^(?:versions?|releases?|editions?)$/u.test(tokens[i + 1]?.word ?? '')) ||
  (tokens[i]?.word === 'at' && tokens[i + 1]?.word === 'first');

/** “You do not need a ticket for the café”, “no main course costs more than €19”: neither denies the café or the main courses. */
const isForAnother = (tokens: readonly Token[], i: number, from: number) =>
  (tokens[i + 1]?.word === 'need' && tokens.slice(i + 2, from).some(({ word }) => word === 'for')) ||
  (tokens[i]?.word === 'no' && i === from - 1 && tokens.slice(from + 1, from + 4).some(({ word }) => /^(?:costs?|exceeds?)$/u.test(word)));

/** "You may use it under the MIT licence" grants a right; it expresses no doubt. */
const PERMITTED = /^(?:use|choose|pick|copy|modify|distribute|redistribute|apply|licen[sc]e)$/u;

const GUESTS = /^(?:you|guests?|visitors?|dogs?|pets?|children|kids|every(?:one|body)|any(?:one|body)|students|members|campers|owners)$/u;

/** “The meeting will start at 10” is an announcement, not a plan. */
const HAPPENS = /^(?:(?:start|begin|meet) (?:at|on|from|promptly|every)|take place|be held)$/u;
/** Adverbs of manner: their negation does not deny existence. */
const HOW = /^(?:well|fully|clearly|always|very|so|as|strictly|entirely|completely|exactly|precisely)$/u;

/** Words that cancel a negation: “not only”, “don’t miss”, “no better place”. */
const TURNED = /^(?:only|just|merely|solely|limited|least|more|less|fewer|matter|miss|forget|hesitate|worry|better|wonder|doubt|far)$/u;

/** “Until 10”: up to that hour every day, rather than no longer. */
const UNTIL_HOUR =
  /^\s(?:about\s|around\s)?(?:(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?![\d:]|\.\d|\s\p{Lu}\p{L}{2})|late\b|midnight|noon|dusk|sunset|the (?:early )?(?:morning|evening)\b)/u;

/** "Not without X" affirms X; two negations side by side are ambiguous. */
const isDoubled = (tokens: readonly Token[], i: number) =>
  [tokens[i - 1], tokens[i - 2]].some((token) => token !== undefined && isNegation(token.word));

function ahead(text: string, tokens: readonly Token[], from: number, to: number): Assertion {
  for (let i = to + 1; i < tokens.length && i <= to + 6; i++) {
    const token = tokens[i];
    const before = tokens[i - 1];
    if (!token || !before) break;
    const gap = text.slice(before.end, token.start);
    if (/[;:,()–—!?]|\s-\s|\.\s/u.test(gap) || NEW_CLAUSE.has(token.word) || /^(?:and|which|that|so|because|until)$/u.test(token.word)) {
      return token.word === 'until' && !UNTIL_HOUR.test(text.slice(token.end)) ? 'past' : 'yes';
    }
    // “is turned off by default”
    if (token.word === 'off' && /^(?:turned|switched)$/u.test(before.word) && /^by default\b/u.test(text.slice(token.end).trim()))
      return 'no';
    // “those limits were not well defined” denies no limits
    const next = tokens[i + 1]?.word ?? '';
    if (NOT_AFTER.has(token.word) && (HOW.test(next) || (isOfCompound(text, tokens, from, to) && !HAS.test(next)))) return 'unsure';
    if (NOT_AFTER.has(token.word) && !/^(?:only|just|required|necessary|limited)$/u.test(tokens[i + 1]?.word ?? '')) return 'no';
    if (/^(?:longer)$/u.test(token.word) && before.word === 'no') return 'no';
    if (/^(?:planned|coming|upcoming|considered|roadmap|soon|proposed)$/u.test(token.word)) return 'maybe';
  }
  return 'yes';
}

export const isAsked = (sentence: string) => /\?["”')\]]*$/u.test(sentence.trim());

/** Whether a sentence makes an assertion: questions and suppositions do not. */
export const asserts = (sentence: string) =>
  !isAsked(sentence) && !/^\s*(?:if|suppose|imagine|assuming|let['’]s say|what if)\b/iu.test(sentence);
