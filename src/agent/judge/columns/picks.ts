import { sigmoid } from '../decide/estimate.ts';
import { posteriorOf } from '../learn/gaussian.ts';
import { unpackWords } from '../score/record.ts';
import { type AskedColumn, TRAINED } from './asked.ts';
import type { ColumnScore, ScoredValue } from './score-column.ts';

/** A value that a person confirmed or entered; null if the person said that the page gives none. */
export interface ConfirmedValue {
  row: number;
  value: string | null;
}

/** Weights of the context of confirmed values (`alike`, `bias`) and of the trained rank beside it. */
const TAUGHT = { alike: 30, bias: 1, rank: 0.5 };
/** PULL weighs how much a value's context resembles that of the other pages' values; UNSEEN adds that many pages with another context. */
const PULL = 3;
const UNSEEN = 5;
/** Fewer pages than this are not compared with each other. */
export const FEW = 8;
export const fold = (value: string) =>
  value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Read extends ScoredValue {
  about: number[];
  same: string;
}

/** The best value of a page. `sure` holds the features from which its likelihood is computed. */
export interface Pick {
  best: ScoredValue;
  sure: number[];
}

/** The best value of each page; null if the page has no candidate. */
export function picksOf(
  { format }: AskedColumn,
  scores: readonly (ColumnScore | null)[],
  confirmed: readonly ConfirmedValue[],
): (Pick | null)[] {
  const pages = scores.map((score) =>
    (score?.values ?? []).map((one): Read => ({ ...one, about: unpackWords(one.words), same: fold(one.value) })),
  );
  const add = learnValues(pages, confirmed);
  const rank = confirmed.length > 0 ? (one: Read) => TAUGHT.rank * one.z + add(one) : (one: Read) => one.z;
  const first = pages.map((values) => strongest(values, rank));
  const near = pages.length < FEW ? () => 0 : placesOf(first);
  const picks = pages.map((values, i) => strongest(values, (one) => rank(one) + PULL * near(one, first[i])));
  const alike = pages.length < FEW ? () => 0 : placesOf(picks);
  const known = picks.flatMap((pick) => (pick ? [{ agrees: alike(pick.best, pick), is: sigmoid(pick.odds) }] : []));
  const mean = (key: 'agrees' | 'is') => known.reduce((sum, one) => sum + one[key], 0) / Math.max(1, known.length);
  const run = [mean('agrees'), mean('is'), ...TRAINED.map((one) => (one === format ? 1 : 0))];
  return picks.map((pick) => {
    if (!pick) return null;
    const own = [1, pick.odds / 3, Math.min(pick.margin, 8) / 4, ...pick.best.says, Math.log(1 + pick.values) / 3, alike(pick.best, pick)];
    return { best: pick.best, sure: [...own, ...run] };
  });
}

interface Strongest {
  best: Read;
  /** `odds`: log odds against every other value and against none. `margin`: log odds against the second-best value. */
  odds: number;
  margin: number;
  /** The number of distinct values. */
  values: number;
}

/** The likeliest value of a page, with the shares of its occurrences added up. That the page gives no value has rank 0. */
function strongest(values: readonly Read[], rank: (one: Read) => number): Strongest | null {
  const ranks = values.map(rank);
  const most = Math.max(0, ...ranks);
  const by = new Map<string, { share: number; best: Read; rank: number }>();
  let all = Math.exp(-most);
  for (const [i, one] of values.entries()) {
    const z = ranks[i] ?? 0;
    const known = by.get(one.same) ?? { share: 0, best: one, rank: z };
    const share = Math.exp(z - most);
    all += share;
    by.set(one.same, { share: known.share + share, best: z > known.rank ? one : known.best, rank: Math.max(z, known.rank) });
  }
  const [first, second] = [...by.values()].sort((a, b) => b.share - a.share);
  if (!first) return null;
  const odds = Math.log(Math.max(first.share, 1e-12) / Math.max(all - first.share, 1e-12));
  return { best: first.best, odds, margin: second ? Math.log(first.share / Math.max(second.share, 1e-12)) : 8, values: by.size };
}

const lengthOf = (about: readonly number[]) => Math.sqrt(Math.max(1, about.length));
const shared = (a: readonly number[], b: readonly number[]) => a.filter((word) => b.includes(word)).length;

/** Returns how much the context of a value resembles that of the other pages' values, 0 to 1. `own` is its own page's pick, left out. */
function placesOf(picks: readonly (Strongest | null)[]): (one: Read, own: Strongest | null | undefined) => number {
  const centre = new Map<number, number>();
  let total = 0;
  for (const pick of picks) {
    if (!pick) continue;
    const weight = sigmoid(pick.odds);
    total += weight;
    for (const word of pick.best.about) centre.set(word, (centre.get(word) ?? 0) + weight / lengthOf(pick.best.about));
  }
  return ({ about }, own) => {
    const all = about.reduce((sum, word) => sum + (centre.get(word) ?? 0), 0) / lengthOf(about);
    const weight = own ? sigmoid(own.odds) : 0;
    const itself = own ? (weight * shared(about, own.best.about)) / (lengthOf(about) * lengthOf(own.best.about)) : 0;
    return (all - itself) / (total - weight + UNSEEN);
  };
}

/** Learns which context confirmed values have and other values of their rows lack. Returns what it adds to a value's rank. */
function learnValues(pages: readonly Read[][], confirmed: readonly ConfirmedValue[]): (value: Read) => number {
  const examples = confirmed.flatMap(({ row, value }) =>
    (pages[row] ?? []).map((one) => ({ one, y: value !== null && isSame(one, value) ? 1 : 0, weight: 1 })),
  );
  if (examples.length === 0) return () => 0;
  const { slopes } = posteriorOf(
    examples.map(({ one: a }) =>
      Float64Array.from(
        examples,
        ({ one: b }) => TAUGHT.bias + (TAUGHT.alike * shared(a.about, b.about)) / (lengthOf(a.about) * lengthOf(b.about)),
      ),
    ),
    Float64Array.from(examples, ({ one }) => TAUGHT.rank * one.z),
    examples,
  );
  let bias = 0;
  const learned = new Map<number, number>();
  for (const [i, { one }] of examples.entries()) {
    const slope = slopes[i] ?? 0;
    bias += TAUGHT.bias * slope;
    for (const word of one.about) learned.set(word, (learned.get(word) ?? 0) + (TAUGHT.alike * slope) / lengthOf(one.about));
  }
  return ({ about }) => bias + about.reduce((sum, word) => sum + (learned.get(word) ?? 0), 0) / lengthOf(about);
}

/** Whether a candidate equals a person's value: the same words, those words with more after them, or a more exact date or number. */
export const isSame = ({ same, value }: { same: string; value: string }, said: string) =>
  same === fold(said) || (fold(said).length > 3 && same.startsWith(`${fold(said)} `)) || (/^\d/u.test(said) && value.startsWith(said));
