import type { Measure } from './measure.ts';
import type { Element } from './outline.ts';

/** The input: for each block its element, tag and measures, and whether it is a label or has one. */
interface Grouped {
  elements: readonly Element[];
  elementOf: readonly number[];
  tags: readonly string[];
  measures: readonly Measure[];
  named: readonly boolean[];
}

/** A table with a longer line is a layout or contains prose. */
const LONGEST = 200;
const HEADING = /^h[2-6]$/;

/**
 * The group of each block; -1: none. Groups are lists, tables of short lines with labels, and runs of names and values (an infobox, a data
 * sheet), the latter two with the headings directly above and between them.
 */
export function groupsOf({ elements, elementOf, tags, measures, named }: Grouped): Int32Array {
  const rootOf = new Int32Array(elements.length).fill(-1);
  for (let e = 1; e < elements.length; e++) {
    const { name, parent } = elements[e] as Element;
    rootOf[e] = name === 'ul' || name === 'ol' || name === 'dl' || name === 'table' ? e : (rootOf[parent] ?? -1);
  }
  const longest = new Int32Array(elements.length);
  const isSheet = new Uint8Array(elements.length);
  for (let i = 0; i < elementOf.length; i++) {
    const root = rootOf[elementOf[i] ?? 0] ?? -1;
    if (root < 0) continue;
    longest[root] = Math.max(longest[root] ?? 0, measures[i]?.length ?? 0);
    if (named[i]) isSheet[root] = 1;
  }
  const isGroup = (root: number) =>
    root >= 0 && (elements[root]?.name !== 'table' || (isSheet[root] === 1 && (longest[root] ?? 0) <= LONGEST));
  const groups = Int32Array.from(elementOf, (of) => {
    const root = rootOf[of] ?? -1;
    return isGroup(root) ? root : -1;
  });
  for (let i = groups.length - 1, below = -1; i >= 0; i--) {
    const group = groups[i] ?? -1;
    if (group >= 0) below = elements[group]?.name === 'table' ? group : -1;
    else if (named[i] || (below >= 0 && HEADING.test(tags[i] ?? ''))) groups[i] = below = below < 0 ? elements.length + i : below;
    else below = -1;
  }
  return groups;
}

/** The most that a single block counts in its group. */
const SURE = 3;

/** The blocks of a group share one score: the mean of theirs, weighted by length. */
export function asGroups(groups: Int32Array, measures: readonly Measure[], scores: Float64Array): number[] {
  const sums = new Map<number, { score: number; length: number }>();
  for (const [i, group] of groups.entries()) {
    if (group < 0) continue;
    const sum = sums.get(group) ?? { score: 0, length: 0 };
    const length = measures[i]?.length ?? 1;
    sums.set(group, { score: sum.score + Math.max(-SURE, Math.min(SURE, scores[i] as number)) * length, length: sum.length + length });
  }
  return Array.from(scores, (score, i) => {
    const sum = sums.get(groups[i] ?? -1);
    return sum ? sum.score / sum.length : score;
  });
}
