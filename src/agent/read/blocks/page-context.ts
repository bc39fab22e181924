import { remembered } from '../../../domain/text.ts';
import { type Ancestry, ancestryOf } from './ancestry.ts';
import { type Containers, LONG, scoreContainers } from './containers.ts';
import type { Measure } from './measure.ts';
import type { Element } from './outline.ts';
import type { WordOf } from './part-words.ts';

/** The classifier's input; `elementOf`, `measures`, `flagged` and `tags` have one entry per block. */
export interface Seen {
  elements: readonly Element[];
  elementOf: readonly number[];
  measures: readonly Measure[];
  tags: readonly string[];
  /** The group of each block (groups.ts); -1: none. */
  groups: Int32Array;
  /** Whether the block's own markup marks it as furniture (nav, role, class). */
  flagged: readonly boolean[];
  /** The block with the page's title; -1: none. */
  title: number;
}

/** Values computed once for the features of all blocks. */
export interface Context extends Seen {
  containers: Containers;
  ancestry: Ancestry[];
  pathOf: Path[];
  before: Float64Array;
  /** For each block, the nearest paragraph of prose before and after it; -1: none. */
  proseBefore: Int32Array;
  proseAfter: Int32Array;
}

/** Blocks with the same tags and classes around them. */
export interface Path {
  blocks: number;
  chars: number;
  inLinks: number;
  inBest: number;
  sentences: number;
}

const withoutNumbers = remembered((classes: string) => classes.replace(/\d+/g, ''));

/** Computes what the features of a page's blocks share. */
export function contextOf(seen: Seen, wordOf: WordOf): Context {
  const { elements, elementOf, measures } = seen;
  const containers = scoreContainers(elements, elementOf, measures, rememberedOf(wordOf));
  const ancestry = ancestryOf(elements, containers);
  const paths = new Map<number, Path>();
  const kinds = new Map<string, number>();
  /** a number for each name with its classes */
  const kindOf = elements.map(({ name, classes }) => {
    const key = `${name}.${withoutNumbers(classes)}`;
    const known = kinds.get(key) ?? kinds.size;
    kinds.set(key, known);
    return known;
  });
  const before = new Float64Array(measures.length + 1);
  const pathOf = measures.map((measure, i) => {
    const of = elementOf[i] ?? 0;
    const key = (kindOf[elements[of]?.parent ?? 0] ?? 0) * elements.length + (kindOf[of] ?? 0);
    const path = paths.get(key) ?? { blocks: 0, chars: 0, inLinks: 0, inBest: 0, sentences: 0 };
    paths.set(key, path);
    path.blocks++;
    path.chars += measure.length;
    path.inLinks += measure.inLinks;
    path.inBest += Number(ancestry[of]?.isInBest ?? false) * measure.length;
    path.sentences += Number(measure.end === 1);
    before[i + 1] = (before[i] ?? 0) + measure.length;
    return path;
  });
  const prose = measures.map(isProse);
  const proseBefore = new Int32Array(measures.length);
  const proseAfter = new Int32Array(measures.length);
  for (let i = 0, last = -1; i < prose.length; i++) {
    proseBefore[i] = last;
    if (prose[i]) last = i;
  }
  for (let i = prose.length - 1, next = -1; i >= 0; i--) {
    proseAfter[i] = next;
    if (prose[i]) next = i;
  }
  return { ...seen, containers, ancestry, pathOf, before, proseBefore, proseAfter };
}

/** Caches the result for elements of the same name and classes. */
function rememberedOf(ask: (element: Element) => number): (element: Element) => number {
  const known = new Map<string, number>();
  return (element) => {
    const key = element.name.includes('-') ? `${element.name} ${element.classes}` : element.classes;
    const answer = known.get(key) ?? ask(element);
    known.set(key, answer);
    return answer;
  };
}

const isProse = ({ length, inLinks, end }: Measure) => length - inLinks >= LONG && inLinks * 4 < length && end > 0;
