import { NAMES } from '../../../src/agent/read/blocks/features.ts';
import { LEAF, type TreeWeights } from '../../../src/agent/read/blocks/trees.ts';
import type { Forest, Node } from './boost.ts';

/** Trees as the reader's weights keep them (blocks/trees.ts). `threshold`: the score from which on a block is content. */
export function pack({ cuts, trees, base }: Forest, threshold: number, about: TreeWeights['about']): TreeWeights {
  const used = [...new Set(trees.flatMap(featuresIn))].sort((a, b) => a - b);
  const unit = Math.max(...trees.flatMap(leavesIn).map(Math.abs)) / 32_000;
  return {
    about,
    features: used.map((feature) => ({ name: NAMES[feature] ?? '', cuts: cuts[feature] ?? [] })),
    base: base - threshold,
    unit,
    trees: Buffer.concat(trees.map((tree) => packTree(tree, used, unit))).toString('base64'),
  };
}

const featuresIn = (node: Node): number[] => ('value' in node ? [] : [node.feature, ...featuresIn(node.left), ...featuresIn(node.right)]);
const leavesIn = (node: Node): number[] => ('value' in node ? [node.value] : [...leavesIn(node.left), ...leavesIn(node.right)]);

function packTree(root: Node, used: number[], unit: number): Buffer {
  const splits: Exclude<Node, { value: number }>[] = [];
  const leaves: number[] = [];
  const number = new Map<Node, number>();
  const visit = (node: Node) => {
    if ('value' in node) {
      number.set(node, LEAF + leaves.push(Math.round(node.value / unit)) - 1);
      return;
    }
    number.set(node, splits.push(node) - 1);
    visit(node.left);
    visit(node.right);
  };
  visit(root);
  const bytes = Buffer.alloc(1 + splits.length * 4 + leaves.length * 2);
  bytes.writeUInt8(splits.length, 0);
  for (const [i, { feature, bin, left, right }] of splits.entries())
    bytes.set([used.indexOf(feature), bin, number.get(left) ?? 0, number.get(right) ?? 0], 1 + i * 4);
  for (const [i, leaf] of leaves.entries()) bytes.writeInt16LE(leaf, 1 + splits.length * 4 + i * 2);
  return bytes;
}
