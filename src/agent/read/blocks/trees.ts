import { readFileSync } from 'node:fs';
import { NAMES } from './features.ts';
import { type PartWords, wordOfBy } from './words.ts';

/** What `npm run train:reader` writes. */
export interface Weights extends TreeWeights {
  words: PartWords;
}

export interface TreeWeights {
  about: Record<string, unknown>;
  /** The features that the trees ask for, and the thresholds of each, ascending. */
  features: { name: string; cuts: number[] }[];
  /** What every block starts with; content is what ends above zero. */
  base: number;
  /** A leaf's value is a whole number of these. */
  unit: number;
  /** Base64. Of each tree: how many splits it has, then of each split its feature, its threshold and two children; then its leaves, 16 bits each. */
  trees: string;
}

/** A child below this is a split, else a leaf, counted from here. */
export const LEAF = 128;

interface Forest {
  base: number;
  /** Of each tree, where it begins among the splits. */
  roots: Int32Array;
  /** Of each split: the feature's place in a row. */
  features: Int32Array;
  cuts: Float32Array;
  /** Of each split, two: another split, or -1 minus the number of a leaf. */
  children: Int32Array;
  leaves: Float64Array;
}

const weights = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as Weights;
const forest = unpack(weights);

/** What the words of an element's names say, as they were learnt. */
export const learntWordOf = wordOfBy(weights.words);

/** After so many trees a score this far from zero keeps its sign: of 96,000 blocks none changed it, and nine in ten are spared the rest. */
const SURE_AFTER = 100;
const SURE = 2;

/** The score of each row: above zero the block is content. */
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

/** Throws when the weights ask for a feature that there is none of. */
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
