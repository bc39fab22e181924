import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  costOf,
  dollars,
  estimate,
  NOTHING,
  overlay,
  priceOf,
  type Spent,
  shares,
  tokensAtMost,
} from '../../src/domain/money/cost.ts';
import { PRICES } from '../../src/domain/money/prices.ts';

const tokens = fc.integer({ min: 0, max: 2_000_000 });
const price = fc.record({ input: fc.double({ min: 0, max: 200, noNaN: true }), output: fc.double({ min: 0, max: 500, noNaN: true }) });
const spent = fc.record({ inputTokens: tokens, outputTokens: tokens, costNanoUsd: fc.integer({ min: 0, max: 1e12 }) });

describe('money', () => {
  test('the cells of a call cost together what the call cost, to the last billionth', () => {
    fc.assert(
      fc.property(spent, fc.integer({ min: 1, max: 40 }), (whole, count) => {
        const parts = shares(whole, count);

        expect(parts).toHaveLength(count);
        expect(parts.reduce<Spent>(add, NOTHING)).toEqual(whole);
        const amounts = parts.map(({ costNanoUsd }) => costNanoUsd);
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('more tokens never cost less, and what they cost is a whole number', () => {
    fc.assert(
      fc.property(tokens, tokens, tokens, price, (input, output, more, at) => {
        const cost = costOf({ inputTokens: input, outputTokens: output }, at);

        expect(Number.isSafeInteger(cost)).toBe(true);
        expect(costOf({ inputTokens: input + more, outputTokens: output }, at)).toBeGreaterThanOrEqual(cost);
        expect(costOf({ inputTokens: input, outputTokens: output + more }, at)).toBeGreaterThanOrEqual(cost);
      }),
    );
  });

  test('a thousand tokens at one and five dollars a million cost what one would work out', () => {
    expect(costOf({ inputTokens: 1000, outputTokens: 200 }, { input: 1, output: 5 })).toBe(2_000_000);
    expect(dollars(2_000_000)).toBe('$0.002');
    expect(dollars(1_234_000_000)).toBe('$1.23');
  });

  test('what is set aside for a text is never less than its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(tokensAtMost(text)).toBeGreaterThanOrEqual(Buffer.byteLength(text));
      }),
    );
  });

  test('an estimate grows with pages and cells, and goes by the past where there is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 30 }), price, (pages, cells, at) => {
        const one = estimate({ pages, cells, price: at, past: null });

        expect(estimate({ pages: pages + 1, cells, price: at, past: null }).costNanoUsd).toBeGreaterThanOrEqual(one.costNanoUsd);
        expect(estimate({ pages, cells: cells + 1, price: at, past: null }).costNanoUsd).toBeGreaterThanOrEqual(one.costNanoUsd);
      }),
    );
    expect(estimate({ pages: 10, cells: 3, price: null, past: { inputTokens: 500, outputTokens: 50 } })).toMatchObject({
      calls: 15,
      inputTokens: 13_500,
      outputTokens: 1_140,
      costNanoUsd: 0,
    });
  });

  test('a dated version of a model costs what the model does, another model does not', () => {
    const table = { models: { 'openai/gpt-5': { input: 1, output: 10 }, 'openai/gpt-5-mini': { input: 0.25, output: 2 } }, searches: {} };

    expect(priceOf(table, 'openai', 'gpt-5-2025-08-07')?.output).toBe(10);
    expect(priceOf(table, 'openai', 'GPT-5-mini-2025-08-07')?.output).toBe(2);
    expect(priceOf(table, 'openai', 'gpt-5-nano')).toBeNull();
    expect(priceOf(overlay(table, { models: { 'openai/GPT-5': { input: 9, output: 9 } }, searches: {} }), 'openai', 'gpt-5')?.input).toBe(
      9,
    );
  });

  test('the price table of the product names a price for each provider', () => {
    for (const provider of ['openai', 'anthropic', 'google'])
      expect(Object.keys(PRICES.models).some((name) => name.startsWith(`${provider}/`))).toBe(true);
  });
});
