import { type Token, tokenize } from '../../../../language/english/lexicon.ts';
import { asserts } from '../../../../language/english/negation.ts';
import type { Passage, Reading } from '../../text/reading.ts';

/** How much of a sentence a page contains. Shares are 0 to 1; a number weighs more than a name, and a name more than a word. */
export interface Support {
  /** The share of the sentence in the few passages that contain most of it. */
  near: number;
  /** The share in the best passage alone. */
  best: number;
  /** The numbers and names of the sentence that are nowhere on the page. */
  lacking: { numbers: number; names: number };
  /** The numbers and names that are not in these passages; a name in the page's title does not count. */
  apart: { numbers: number; names: number };
  passages: Passage[];
}

const WEIGHT = { number: 2, name: 1.5, word: 1 };
const kindOf = (token: Token, index: number): keyof typeof WEIGHT =>
  /^\d/u.test(token.word) ? 'number' : token.capital && index > 0 ? 'name' : 'word';
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const keyOf = ({ word, stem }: Token): string => {
  const number = NUMBERS.indexOf(word);
  return number > 1 ? String(number) : /^\d+(?:st|nd|rd|th)$/u.test(word) ? String(Number.parseInt(word, 10)) : stem;
};
const FEW = 3;

/** Computes the support of a page for a sentence. Passages that assert nothing are ignored. */
export function supportOf(reading: Reading, sentence: string): Support {
  const wanted = new Map<string, keyof typeof WEIGHT>();
  for (const [i, token] of tokenize(sentence).entries()) {
    const key = keyOf(token);
    if (key === '') continue;
    const kind = kindOf(token, i);
    if (kind !== 'word' || !wanted.has(key)) wanted.set(key, kind);
  }
  const total = [...wanted.values()].reduce((sum, kind) => sum + WEIGHT[kind], 0);
  const none = { numbers: 0, names: 0 };
  if (total === 0) return { near: 0, best: 0, lacking: none, apart: none, passages: [] };
  const scored = candidates(reading, wanted.keys()).map((passage) => ({
    passage,
    holds: new Set(passage.tokens.map(keyOf).filter((key) => wanted.has(key))),
  }));
  const weigh = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + WEIGHT[wanted.get(key) ?? 'word'], 0) / total;
  const covered = new Set<string>();
  const passages: Passage[] = [];
  let best = 0;
  for (let i = 0; i < FEW; i++) {
    let gain = 0;
    let top: (typeof scored)[number] | undefined;
    for (const one of scored) {
      const adds = weigh([...one.holds].filter((key) => !covered.has(key)));
      if (adds > gain) [gain, top] = [adds, one];
    }
    if (!top || gain < 0.04) break;
    if (i === 0) best = gain;
    for (const key of top.holds) covered.add(key);
    passages.push(top.passage);
  }
  const anywhere = new Set(scored.flatMap(({ holds }) => [...holds]));
  const known = new Set(tokenize(reading.page.title).map(keyOf));
  const missing = (held: (key: string) => boolean) => {
    const kinds = [...wanted].flatMap(([key, kind]) => (held(key) ? [] : [kind]));
    return { numbers: kinds.filter((kind) => kind === 'number').length, names: kinds.filter((kind) => kind === 'name').length };
  };
  return {
    near: weigh(covered),
    best,
    lacking: missing((key) => anywhere.has(key)),
    apart: missing((key) => covered.has(key) || (known.has(key) && !/^\d/u.test(key))),
    passages,
  };
}

function candidates(reading: Reading, keys: Iterable<string>): Passage[] {
  const wanted = new Set(keys);
  return reading.views
    .filter(({ boilerplate, tokens }) => !boilerplate && tokens.some((token) => wanted.has(keyOf(token))))
    .slice(0, 1500)
    .flatMap((view) => reading.passages(view))
    .filter(({ text }) => asserts(text));
}
