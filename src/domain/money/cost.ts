import { z } from 'zod';

/** US dollars per million tokens. */
export const priceShape = z.object({ input: z.number().min(0).max(10_000), output: z.number().min(0).max(10_000) });
export type Price = z.infer<typeof priceShape>;

/** Prices: of models by provider and name, of searches (dollars per thousand) by provider. `asOf`: the date of the prices. */
export const pricesShape = z.object({
  asOf: z.iso.date().optional(),
  models: z.record(z.string(), priceShape).default({}),
  searches: z.record(z.string(), z.number().min(0)).default({}),
});
export type Prices = z.infer<typeof pricesShape>;

/** Usage: tokens, and cost in billionths of a US dollar, so that sums are exact (2^53 of them are nine million dollars). */
export interface Spent {
  inputTokens: number;
  outputTokens: number;
  costNanoUsd: number;
}

export const NOTHING: Spent = { inputTokens: 0, outputTokens: 0, costNanoUsd: 0 };
export const NANO_USD = 1e9;

/** Formats a cost in dollars: with cents, or more digits below one cent. */
export const dollars = (costNanoUsd: number): string => {
  const amount = costNanoUsd / NANO_USD;
  return `$${amount === 0 || amount >= 0.1 ? amount.toFixed(2) : amount.toPrecision(2).replace(/0+$/, '')}`;
};

/** The cost of tokens, rounded up to a billionth of a dollar; 0 when the price is unknown. */
export const costOf = ({ inputTokens, outputTokens }: Omit<Spent, 'costNanoUsd'>, price: Price | null): number =>
  price === null ? 0 : Math.ceil(Number((inputTokens * price.input * 1000 + outputTokens * price.output * 1000).toFixed(3)));

export const add = (a: Spent, b: Spent): Spent => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costNanoUsd: a.costNanoUsd + b.costNanoUsd,
});

/** Divides the cost of a call evenly over the cells that it answered; the parts add up exactly. */
export function shares(whole: Spent, count: number): Spent[] {
  const part = (total: number, i: number) => Math.floor((total * (i + 1)) / count) - Math.floor((total * i) / count);
  return Array.from({ length: count }, (_, i) => ({
    inputTokens: part(whole.inputTokens, i),
    outputTokens: part(whole.outputTokens, i),
    costNanoUsd: part(whole.costNanoUsd, i),
  }));
}

/** The price of a model: by its full name, else by the longest prefix in the table (dated versions), else null. */
export function priceOf(prices: Prices, provider: string, model: string): Price | null {
  const named = `${provider}/${model}`.toLowerCase();
  const exact = prices.models[named];
  if (exact) return exact;
  const fits = Object.keys(prices.models)
    .filter((name) => named.startsWith(name.toLowerCase()) && /^[-@:]\d{4}/.test(named.slice(name.length)))
    .sort((a, b) => b.length - a.length)[0];
  return (fits !== undefined && prices.models[fits]) || null;
}

/** Overrides entries of one price table with those of another. */
export const overlay = (base: Prices, over: Prices): Prices => ({
  asOf: over.asOf ?? base.asOf,
  models: { ...base.models, ...Object.fromEntries(Object.entries(over.models).map(([name, price]) => [name.toLowerCase(), price])) },
  searches: { ...base.searches, ...over.searches },
});

/** Estimates the tokens of a text: providers count three to four characters of prose as one. */
export const tokensAbout = (characters: number): number => Math.ceil(characters / 3.5);

/** An upper bound of a text's tokens: no common tokenizer makes more tokens than bytes; the constant allows for the protocol. */
export const tokensAtMost = (text: string): number => Buffer.byteLength(text) + 256;

export interface Estimate {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costNanoUsd: number;
}

/** The average usage of judging a page so far; null when unknown. */
export interface PastPage {
  inputTokens: number;
  outputTokens: number;
}

/** A page of 6,000 characters and the instructions, without the questions. */
const PAGE_TOKENS = tokensAbout(6_000 + 3_500);
const ASKED_TOKENS = { input: 60, output: 70 };
/** One planning call and `FURTHER_CALLS` calls for further queries, each about a few lines of 18 pages. */
export const FURTHER_CALLS = 4;
const PLAN_TOKENS = { input: 900 + FURTHER_CALLS * 1_900, output: 400 + FURTHER_CALLS * 60 };

/** Estimates the cost of a run: one call per page for all cells, and unless it only judges, the calls for planning and further queries. */
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
