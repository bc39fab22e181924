import { featuresOf, NAMES } from '../../../src/agent/read/blocks/features.ts';
import type { WordOf } from '../../../src/agent/read/blocks/part-words.ts';
import type { Samples } from './boost.ts';
import type { Document } from './documents.ts';

/** How much a document counts: a page labelled from end to end, a few pieces of one, a page made by a template. */
const WEIGHT = { readability: 30, trafilatura: 8, products: 8, web: 4 } as const;

/** A product's fact weighs as many blocks of its page's menus. */
const FACT = 40;

/** The labelled blocks of documents. A block of a whole page counts by its words, a piece as much as any other of its document. */
export function samplesOf(documents: readonly Document[], wordOf: WordOf): Samples {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const document of documents) {
    const { rows: all, width } = featuresOf(document.seen, wordOf);
    const known = [...document.labels.keys()].filter((i) => (document.labels[i] ?? -1) >= 0);
    const importance = known.map((i) =>
      document.kind === 'trafilatura'
        ? 1
        : document.kind === 'products'
          ? document.labels[i] === 1
            ? FACT
            : 1
          : Math.sqrt(Math.min(100, document.seen.measures[i]?.words ?? 1)),
    );
    const sum = importance.reduce((a, b) => a + b, 0);
    for (const [at, i] of known.entries()) {
      rows.push(all.subarray(i * width, (i + 1) * width));
      labels.push(document.labels[i] ?? 0);
      weights.push((WEIGHT[document.kind] * (importance[at] ?? 0)) / sum);
    }
  }
  const width = NAMES.length;
  const flat = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries()) flat.set(row, i * width);
  return { rows: flat, width, labels: Float32Array.from(labels), weights: Float32Array.from(weights) };
}
