import { expect, test } from 'vitest';
import { boost, generator } from '../../bench/reader/train/boost.ts';
import { readForTraining } from '../../bench/reader/train/documents.ts';
import { labelsOfExpected, labelsOfSegments } from '../../bench/reader/train/labels.ts';
import { learnWords } from '../../bench/reader/train/learn-words.ts';
import { pack } from '../../bench/reader/train/pack.ts';
import { NAMES } from '../../src/agent/read/blocks/features.ts';
import { wordOfBy } from '../../src/agent/read/blocks/part-words.ts';
import { scoreRows, unpack } from '../../src/agent/read/blocks/trees.ts';

const OPTIONS = { trees: 30, leaves: 4, rate: 0.3, minHessian: 1, lambda: 1, features: 1 };

/** Rows that are content if exactly one of two features is high. */
function samples() {
  const [random, width, count] = [generator(3), NAMES.length, 400];
  const rows = Float32Array.from({ length: count * width }, () => random());
  const labels = Float32Array.from({ length: count }, (_, i) => Number((rows[i * width] ?? 0) > 0.5 !== (rows[i * width + 1] ?? 0) > 0.5));
  return { rows, width, labels, weights: new Float32Array(count).fill(1) };
}

test('training gives the same weights each time, and they classify the training data', () => {
  const taught = samples();

  const weights = pack(boost(taught, OPTIONS), 0, {});

  expect(pack(boost(samples(), OPTIONS), 0, {})).toEqual(weights);
  const scores = scoreRows(taught, unpack(weights));
  const right = taught.labels.filter((label, i) => (scores[i] ?? 0) > 0 === (label === 1)).length;
  expect(right / taught.labels.length).toBeGreaterThan(0.95);
});

test('words that mark boilerplate or content in eight documents are learnt', () => {
  const documents = Array.from({ length: 8 }, (_, i) => ({
    name: `page ${i}`,
    kind: 'trafilatura' as const,
    ...readForTraining(
      `<div class="wrap"><div id="storybox"><p>${'Some prose. '.repeat(9)}</p></div><div class="left-sitefoot own${'abcdefgh'[i]}name"><p>© 2024</p></div></div>`,
    ),
    labels: Int8Array.from([1, 0]),
    article: '',
    segments: null,
  }));

  const words = learnWords(documents);

  expect(words).toEqual({ furniture: ['left', 'sitefoot'], content: ['storybox'] });
  const wordOf = wordOfBy(words);
  expect(['mystoryboxes', 'left', 'leftover', 'storybox sitefoot', ''].map((classes) => wordOf({ name: 'div', classes }))).toEqual([
    1, -1, 0, 0, 0,
  ]);
  expect(wordOf({ name: 'site-storybox', classes: '' })).toBe(1);
  expect(learnWords(documents.slice(1))).toEqual({ furniture: [], content: [] });
});

test('a line of the article counts in its order; a short one far from the last does not', () => {
  const article = ['The first long paragraph of an article.', 'Short', 'The second long paragraph of an article.'];

  const labels = labelsOfExpected(['Title', 'Menu', ...article, 'Short'], article, 0);

  expect([...labels]).toEqual([-1, 0, 1, 1, 1, 0]);
});

test('pieces label the lines that contain them; lines of both kinds, or found twice, stay unknown', () => {
  const lines = ['Title', 'Home and news', 'A piece of', 'text over two lines', 'Again', 'Again', 'both kinds here'];

  const labels = labelsOfSegments(lines, { file: '', with: ['piece of text', 'Again', 'both kinds'], without: ['news', 'kinds here'] }, 0);

  expect([...labels]).toEqual([-1, 0, 1, 1, -1, -1, -1]);
});
