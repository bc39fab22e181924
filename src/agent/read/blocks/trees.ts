import { readFileSync } from 'node:fs';
import { NAMES } from './features.ts';
import { type PartWords, wordOfBy } from './part-words.ts';

/** The output of `npm run train:reader`. */
export interface Weights extends TreeWeights {
  words: PartWords;
}

export interface TreeWeights {
  about: Record<string, unknown>;
  /** The features that the trees use, with their thresholds, ascending. */
  features: { name: string; cuts: number[] }[];
  /** The initial score; a block with a final score above zero is content. */
  base: number;
  /** Leaf values are multiples of it. */
  unit: number;
  /**
   * Base64. For each tree: the number of splits, then for each split its feature, threshold and two children; then the leaves, 16 bits
   * each.
   */
  trees: string;
}

/** A child below this is a split, from here on a leaf. */
export const LEAF = 128;

interface Forest {
  base: number;
  /** The first split of each tree. */
  roots: Int32Array;
  /** For each split: the feature's place in a row. */
  features: Int32Array;
  cuts: Float32Array;
  /** For each split, two: another split, or -1 minus the number of a leaf. */
  children: Int32Array;
  leaves: Float64Array;
}

const weights = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as Weights;
const forest = unpack(weights);

/** Classifies an element's names by the learned words. */
export const learntWordOf = wordOfBy(weights.words);

/** A score of this size after 100 trees keeps its sign: none of 96,000 blocks changed it, and 90 % skip the remaining trees. */
const SURE_AFTER = 100;
const SURE = 2;

/** The score of each row; above zero the block is content. */
export function scoreRows({ rows, width }: { rows: Float32Array; width: number }, by: Forest = forest): Float64Array {
  const { base, roots, features, cuts, children, leaves } = by;
  const scores = new Float64Array(rows.length / width).fill(base);
  for (let i = 0; i < scores.length; i++) {
    const at = i * width;
    let score = base;
    for (let t = 0; t < roots.length && !(t === SURE_AFTER && Math.abs(score) > SURE); t++) {
      let node = roots[t] as number;
      while (node >= 0) {
        const goesRight = (rows[at + (features[node] as number)] as number) > (cuts[node] as number) ? 1 : 0;
        node = children[node * 2 + goesRight] as number;
      }
      score += leaves[-1 - node] as number;
    }
    scores[i] = score;
  }
  return scores;
}

/** Throws when the weights use an unknown feature. */
export function unpack(weights: TreeWeights): Forest {
  const places = weights.features.map(({ name }) => {
    const place = NAMES.indexOf(name);
    if (place < 0) throw new Error(`The reader's weights ask for the feature ${name}, which there is none of: npm run train:reader`);
    return place;
  });
  const bytes = Buffer.from(weights.trees, 'base64');
  const [roots, features, cuts, children, leaves]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  for (let at = 0; at < bytes.length; ) {
    const splits = bytes.readUInt8(at++);
    const [firstSplit, firstLeaf] = [features.length, leaves.length];
    const place = (child: number) => (child < LEAF ? firstSplit + child : -1 - (firstLeaf + child - LEAF));
    roots.push(splits === 0 ? place(LEAF) : firstSplit);
    for (let i = 0; i < splits; i++, at += 4) {
      const feature = bytes.readUInt8(at);
      features.push(places[feature] ?? 0);
      cuts.push(weights.features[feature]?.cuts[bytes.readUInt8(at + 1)] ?? 0);
      children.push(place(bytes.readUInt8(at + 2)), place(bytes.readUInt8(at + 3)));
    }
    for (let i = 0; i <= splits; i++, at += 2) leaves.push(bytes.readInt16LE(at) * weights.unit);
  }
  return {
    base: weights.base,
    roots: Int32Array.from(roots),
    features: Int32Array.from(features),
    cuts: Float32Array.from(cuts),
    children: Int32Array.from(children),
    leaves: Float64Array.from(leaves),
  };
}
