import { expect, test } from 'vitest';
import { labelInput } from '../../src/domain/criterion.ts';
import type { Format } from '../../src/domain/enrichment.ts';
import { titleReviewInput, valueReviewInput } from '../../src/domain/review/review-input.ts';
import { titleInput } from '../../src/domain/webset-state.ts';

test.each<[Format, string, boolean]>([
  ['date', '2021-02-28', true],
  ['date', '2024-02-29', true],
  ['date', '2021-02', true],
  ['date', '0800', true],
  ['date', '2021-02-29', false],
  ['date', '2021-02-30', false],
  ['date', '2021-04-31', false],
  ['date', '2021-13', false],
  ['number', '1200', true],
  ['number', '-0.5', true],
  ['number', '9'.repeat(40), true],
  ['number', '9'.repeat(41), false],
  ['number', '1e6', false],
  ['number', '', false],
  ['url', 'https://a.example/', true],
  ['url', 'javascript:alert(1)', false],
  ['text', 'a', true],
  ['text', '', false],
])('a %s %j that a person writes is accepted: %s', (format, value, isTaken) => {
  expect(valueReviewInput(format).safeParse({ value }).success).toBe(isTaken);
});

test.each([
  ['\u202eevil', false],
  ['a \u202d b', false],
  ['\u2067شركة\u2069', false],
  ['שלום', true],
  ['می‌خواهم', true],
  ['👩‍🚀 crews', true],
])('a label or a title %j is accepted: %s', (text, isTaken) => {
  for (const input of [labelInput, titleInput, titleReviewInput]) expect(input.safeParse(text).success).toBe(isTaken);
});
