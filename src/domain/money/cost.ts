import { z } from 'zod';

/** US dollars a million tokens. */
export const priceShape = z.object({ input: z.number().min(0).max(10_000), output: z.number().min(0).max(10_000) });
export type Price = z.infer<typeof priceShape>;

/** A price table: models by provider and name, searches (dollars a thousand) by provider. `asOf` says when somebody looked. */
export const pricesShape = z.object({
  asOf: z.iso.date().optional(),
  models: z.record(z.string(), priceShape).default({}),
  searches: z.record(z.string(), z.number().min(0)).default({}),
});
export type Prices = z.infer<typeof pricesShape>;

/** What was used: tokens, and money in billionths of a US dollar (so that sums are exact: 2^53 of them are nine million dollars). */
export interface Spent {
  inputTokens: number;
  outputTokens: number;
  costNanoUsd: number;
}

export const NOTHING: Spent = { inputTokens: 0, outputTokens: 0, costNanoUsd: 0 };
export const NANO_USD = 1e9;

/** Money as people read it: cents where there are any, more digits where it is less. */
export const dollars = (costNanoUsd: number): string => {
  const amount = costNanoUsd / NANO_USD;
  return `$${amount === 0 || amount >= 0.1 ? amount.toFixed(2) : amount.toPrecision(2).replace(/0+$/, '')}`;
};

/** What tokens cost, rounded up to a billionth of a dollar; 0 for a price that is not known. */
export const costOf = ({ inputTokens, outputTokens }: Omit<Spent, 'costNanoUsd'>, price: Price | null): number =>
  price === null ? 0 : Math.ceil(Number((inputTokens * price.input * 1000 + outputTokens * price.output * 1000).toFixed(3)));

export const add = (a: Spent, b: Spent): Spent => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costNanoUsd: a.costNanoUsd + b.costNanoUsd,
});

/** Divides a call over the cells it answered, evenly; the parts add up to the whole exactly. */
export function shares(whole: Spent, count: number): Spent[] {
  const part = (total: number, i: number) => Math.floor((total * (i + 1)) / count) - Math.floor((total * i) / count);
  return Array.from({ length: count }, (_, i) => ({
    inputTokens: part(whole.inputTokens, i),
    outputTokens: part(whole.outputTokens, i),
    costNanoUsd: part(whole.costNanoUsd, i),
  }));
}

/** The price of a model: by its full name, else by the longest name in the table that it begins with (dated versions), else null. */
export function priceOf(prices: Prices, provider: string, model: string): Price | null {
  const named = `${provider}/${model}`.toLowerCase();
  const exact = prices.models[named];
  if (exact) return exact;
  const fits = Object.keys(prices.models)
    .filter((name) => named.startsWith(name.toLowerCase()) && /^[-@:]\d{4}/.test(named.slice(name.length)))
    .sort((a, b) => b.length - a.length)[0];
  return (fits !== undefined && prices.models[fits]) || null;
}

/** Lays one price table over another. */
export const overlay = (base: Prices, over: Prices): Prices => ({
  asOf: over.asOf ?? base.asOf,
  models: { ...base.models, ...Object.fromEntries(Object.entries(over.models).map(([name, price]) => [name.toLowerCase(), price])) },
  searches: { ...base.searches, ...over.searches },
});

/** Tokens of a text, about: providers count three to four characters of prose to one. */
export const tokensAbout = (characters: number): number => Math.ceil(characters / 3.5);

/** Tokens of a text, at most: no tokenizer in use makes more of them than the text has bytes; the rest is for what a protocol puts around it. */
export const tokensAtMost = (text: string): number => Buffer.byteLength(text) + 256;

export interface Estimate {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costNanoUsd: number;
}

/** What judging a page took before, on the average; null where nothing is known. */
export interface PastPage {
  inputTokens: number;
  outputTokens: number;
}

/** A page of 6,000 characters and the instructions, without what is asked. */
const PAGE_TOKENS = tokensAbout(6_000 + 3_500);
const ASKED_TOKENS = { input: 60, output: 70 };
/** One call to plan, and those for further queries (`FURTHER_CALLS`), each over a few lines of 18 pages. */
export const FURTHER_CALLS = 4;
const PLAN_TOKENS = { input: 900 + FURTHER_CALLS * 1_900, output: 400 + FURTHER_CALLS * 60 };

/** What a run may cost: so many pages, each judged in one call for all cells, and the calls to plan and search on, unless it searches nothing. */
export function estimate({
  pages,
  cells,
  price,
  past,
  plans = true,
}: {
  pages: number;
  cells: number;
  price: Price | null;
  past: PastPage | null;
  plans?: boolean;
}): Estimate {
  const page = past ?? { inputTokens: PAGE_TOKENS + ASKED_TOKENS.input * cells, outputTokens: 40 + ASKED_TOKENS.output * cells };
  const used = {
    inputTokens: Math.ceil(pages * page.inputTokens) + (plans ? PLAN_TOKENS.input : 0),
    outputTokens: Math.ceil(pages * page.outputTokens) + (plans ? PLAN_TOKENS.output : 0),
  };
  return { calls: pages + (plans ? 1 + FURTHER_CALLS : 0), ...used, costNanoUsd: costOf(used, price) };
}
