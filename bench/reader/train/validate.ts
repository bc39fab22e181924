import { furnitureBy } from '../../../src/agent/read/blocks/classify.ts';
import { featuresOf } from '../../../src/agent/read/blocks/features.ts';
import { type WordOf, wordOfBy } from '../../../src/agent/read/blocks/part-words.ts';
import { type Score, scoreSegments, scoreShingles } from '../../public/score-articles.ts';
import { type BoostOptions, boost, type Forest, type Node } from './boost.ts';
import type { Document } from './documents.ts';
import { learnWords } from './learn-words.ts';
import { samplesOf } from './samples.ts';

const FOLDS = 4;

/** How well documents are read by trees that have not seen them: each fourth of them by what the other three teach. */
export function crossValidate(documents: readonly Document[], options: BoostOptions, threshold: number) {
  const found = new Map<Document, string>();
  const facts = { said: 0, kept: 0 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = documents.filter((_, i) => i % FOLDS !== fold);
    const wordOf = wordOfBy(learnWords(others));
    const forest = boost(samplesOf(others, wordOf), options);
    for (const document of documents.filter((_, i) => i % FOLDS === fold)) {
      const furniture = furnitureIn(document, forest, wordOf, threshold);
      found.set(document, document.lines.filter((_, i) => i !== document.seen.title && !furniture[i]).join('\n'));
      for (const [i, label] of document.labels.entries()) {
        if (document.kind !== 'products' || label !== 1) continue;
        facts.said++;
        if (!furniture[i]) facts.kept++;
      }
    }
  }
  const of = (kind: Document['kind']) => documents.filter((document) => document.kind === kind);
  const rounded = ({ f1, precision, recall }: Score) => ({ f1: round(f1), precision: round(precision), recall: round(recall) });
  return {
    readability: rounded(scoreShingles(of('readability').map((one) => ({ truth: one.article, found: found.get(one) ?? '' })))),
    trafilatura: rounded(
      scoreSegments(of('trafilatura').map((one) => ({ with: [], without: [], ...one.segments, found: found.get(one) ?? '' }))),
    ),
    factsKept: round(facts.kept / Math.max(1, facts.said)),
  };
}

const round = (value: number) => Number(value.toFixed(4));

function furnitureIn({ seen, lines }: Document, forest: Forest, wordOf: WordOf, threshold: number): boolean[] {
  const { rows, width } = featuresOf(seen, wordOf);
  const scores = Float64Array.from(lines, (_, i) => scoreOf(forest, rows.subarray(i * width, (i + 1) * width)) - threshold);
  return furnitureBy(seen, () => scores);
}

function scoreOf({ cuts, trees, base }: Forest, row: Float32Array): number {
  const leafOf = (node: Node): number =>
    'value' in node ? node.value : leafOf((row[node.feature] ?? 0) <= (cuts[node.feature]?.[node.bin] ?? 0) ? node.left : node.right);
  return trees.reduce((score, tree) => score + leafOf(tree), base);
}
