import porter2 from 'wink-porter2-stemmer';
import { tokenize } from '../../../../language/english/lexicon.ts';
import { isNegation } from '../../../../language/english/negation.ts';
import type { Finding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { supportOf } from './support.ts';

/** The least number of words of a label that is a sentence; shorter labels name a property. */
const SENTENCE_WORDS = 9;
/** The least support for a sentence, and for a part of it; fitted on claims judged by people (docs/agent.md). */
const SAID = 0.68;
const PART = 0.06;

/** The sentence that a criterion asserts; null if it names a property. A truncated label continues in its description. */
export function statementOf(label: string, description: string | null): string | null {
  const [, , stated = description ?? ''] = /^About ([^:]{2,80}): (.+)$/su.exec(description ?? '') ?? [];
  const head = label.trim().slice(0, 40);
  const sentence = head.length === 40 && stated.startsWith(head) ? stated : label.trim();
  return tokenize(sentence).length >= SENTENCE_WORDS ? sentence : null;
}

const negated = (text: string) => tokenize(text).some(({ word }) => isNegation(word));

/** Antonyms, one pair per line. */
const CONTRARIES = `
more,greater,over,above,exceed fewer,less,under,below
before,until,earlier after,since,later
increase,rise,grow,gain,raise,improve reduce,decrease,decline,fall,shrink,lose,cut,lower,worsen
profit loss
approve,accept,adopt,pass,allow,permit reject,refuse,deny,decline,block,ban,forbid,prohibit
former,previous,ex current,present,incumbent
win,won lose,lost
open close
start,begin,began,launch end,stop,cease
buy,bought,acquire sell,sold
support,favour,back oppose,criticize
first last
public private
guilty,convict innocent,acquit
high,highest,maximum,most low,lowest,minimum,least
largest,biggest smallest
male,men,man female,women,woman
north,northern south,southern
east,eastern west,western
true,right,correct false,wrong,incorrect,myth,hoax
succeed,success fail,failure
hire,appoint fire,dismiss,resign
import export
left right
all none
always never`
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map((words) => new Set(words.split(',').map((word) => porter2(word)))));

/** How the quote may say the contrary: an antonym, a negating prefix ("unsafe" for "safe"), or two names in swapped roles; or null. */
function contrary(sentence: string, quote: string): string | null {
  const [asked, said] = [sentence, quote].map((text) => new Set(tokenize(text).map(({ word }) => porter2(word))));
  if (!asked || !said) return null;
  const has = (words: Set<string>, side: Set<string> | undefined) => [...words].some((word) => side?.has(word));
  const turned = CONTRARIES.some(([a, b]) =>
    [
      [a, b],
      [b, a],
    ].some(([mine, other]) => has(asked, mine) && !has(said, mine) && has(said, other) && !has(asked, other)),
  );
  const denied = (some: Set<string>, others: Set<string>) =>
    [...some].some(
      (word) =>
        word.length > 3 &&
        !others.has(word) &&
        ['un', 'in', 'im', 'dis', 'non', 'ir', 'il'].some((lead) => others.has(lead + word) && !some.has(lead + word)),
    );
  const [mine, page] = [sentence, quote].map((text) => new Set(tokenize(text).map(({ word }) => word))) as [Set<string>, Set<string>];
  if (turned || denied(mine, page) || denied(page, mine)) return 'but with words that may say the contrary';
  return isSwapped(sentence, quote) ? 'but with its names in swapped roles' : null;
}

/** "Google bought YouTube" is not "YouTube bought Google"; "YouTube was bought by Google" is. */
function isSwapped(sentence: string, quote: string): boolean {
  const names = [...new Set(tokenize(sentence).flatMap(({ word, capital, stem }) => (capital && stem ? [word] : [])))].slice(0, 2);
  const said = tokenize(quote).map(({ word }) => word);
  const [first, second] = names.map((name) => said.indexOf(name));
  if (first === undefined || second === undefined || first < 0 || second < 0 || first < second) return false;
  const isPassive = (text: string) => /\bby\b/iu.test(text);
  return isPassive(sentence) === isPassive(quote);
}

/**
 * Judges a sentence: `match` if the page's few best passages have its words, names and all numbers, `partial` if they have some of them.
 */
export function judgeStatement(reading: Reading, sentence: string): Finding {
  const { best, near, lacking, apart, passages } = supportOf(reading, sentence);
  const score = 0.7 * best + 0.3 * near - 0.1 * lacking.numbers - 0.03 * lacking.names;
  const [first] = passages;
  if (!first || score < PART)
    return { verdict: 'no_match', reason: 'silent', quote: null, note: 'The page has too few words of this statement.' };
  const quote = first.text;
  if (score < SAID) return { verdict: 'partial', reason: 'part', quote, note: 'The page says a part of this statement.' };
  if (negated(quote) !== negated(sentence))
    return { verdict: 'needs_review', reason: 'ambiguous', quote, note: 'The page mentions it, but one of the two is negated.' };
  const doubt =
    apart.numbers > 0 ? 'but not with all its numbers' : apart.names > 0 ? 'but not with all its names' : contrary(sentence, quote);
  if (doubt) return { verdict: 'needs_review', reason: 'ambiguous', quote, note: `The page mentions it, ${doubt}.` };
  return { verdict: 'match', reason: 'stated', quote, note: 'The page says the same as this statement.' };
}
