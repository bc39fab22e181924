import type { Block } from '../../../domain/page/page.ts';
import { type Attributes, breaksLine } from './html-elements.ts';
import type { Writer } from './writer.ts';

/** The most characters of a name. */
const NAME_MAX = 40;
/** The most characters of a value; a longer one is prose. */
const VALUE_MAX = 200;
/** A value of more blocks is a list or a section. */
const MAX_BLOCKS = 3;
/** Parts of one element that are examined; pairs have few siblings. */
const MAX_PARTS = 400;

/** Text without an element of its own. */
const PLAIN = { element: '', class: undefined };

/** Inline elements that may set a name apart from its value. Links do not: menus consist of them. */
const NAMING = new Set('b strong em i u span label dfn small font'.split(' '));

/** An element with blocks of its own, and which. */
interface Part {
  /** Name and class, which elements of one kind share. */
  element: string;
  class: string | undefined;
  from: number;
  to: number;
}

interface Pair extends Part {
  name: Part;
  value: Part;
}

interface Open {
  class: string | undefined;
  from: number;
  at: number;
  parts: Part[] | null;
  /** Children that are a name and its value. */
  pairs: Pair[] | null;
}

/**
 * Finds names and values outside tables and definition lists: siblings of two alternating kinds, repeated elements of two parts, and names
 * that an inline element sets apart. Labels the values' blocks; passes names within a line to the writer.
 */
export function openPairs(writer: Writer) {
  const open: Open[] = [];

  const isName = ({ from, to }: Part) => to === from + 1 && isNameLike(writer.lineAt(from));
  const isPair = (name: Part, value: Part) => {
    const blocks = value.to - value.from;
    return isName(name) && blocks > 0 && blocks <= MAX_BLOCKS && writer.lineAt(value.from).length <= VALUE_MAX;
  };

  function close(element: string, { class: own, from, parts, pairs }: Open) {
    const part = { element, class: own, from, to: writer.count() };
    if (part.to === from) return;
    const outer = open.at(-1);
    const [name, other] = parts ?? [];
    // “<div>Prep</div> 20 min”: the value has no element that makes a block
    const rest = name && parts?.length === 1 && name.from === from && name.to < part.to ? { ...PLAIN, from: name.to, to: part.to } : null;
    const value = rest ?? (parts?.length === 2 ? other : undefined);
    if (name && value && isPair(name, value)) {
      if (outer) outer.pairs = withOneMore(outer.pairs, { ...part, name, value });
    } else {
      if (pairs && pairs.length > 1) labelRepeated(pairs);
      if (parts && parts.length > 3 && parts.length % 2 === 0) labelTurns(parts);
    }
    if (outer) outer.parts = withOneMore(outer.parts, part);
  }

  /** Elements of two parts, of one kind, with different names. */
  function labelRepeated(pairs: readonly Pair[]) {
    const kindBy = (classOf: (part: Part) => string | undefined) => (pair: Pair) =>
      [pair, pair.name, pair.value].map((part) => `${part.element}.${classOf(part)}`).join(' ');
    const label = (some: readonly Pair[], kindOf: (pair: Pair) => string): Pair[] =>
      [...Map.groupBy(some, kindOf).values()].flatMap((same) => {
        if (!areNames(same.map(({ name }) => name))) return same.length === 1 ? same : [];
        for (const { name, value } of same) writer.labelRange(value.from, value.to, name.from);
        return [];
      });
    const alone = label(
      pairs,
      kindBy((part) => part.class),
    );
    // “stat stat--prep”, “stat stat--bake”: the first class gives the kind
    label(
      alone,
      kindBy((part) => part.class?.split(' ')[0]),
    );
  }

  /** Siblings of two alternating kinds. */
  function labelTurns(parts: readonly Part[]) {
    const [first, second] = parts;
    if (!first || !second || isAlike(first, second) || !parts.every((part, i) => isAlike(part, i % 2 === 0 ? first : second))) return;
    const pairs = parts.flatMap((name, i) => {
      const value = parts[i + 1];
      return i % 2 === 0 && value ? [{ name, value }] : [];
    });
    if (!pairs.every(({ name, value }) => isPair(name, value)) || !areNames(pairs.map(({ name }) => name))) return;
    for (const { name, value } of pairs) writer.labelRange(value.from, value.to, name.from);
  }

  /** Several and all different: what repeats is not a name. */
  const areNames = (parts: readonly Part[]) =>
    parts.length > 1 && new Set(parts.map(({ from }) => writer.lineAt(from))).size === parts.length;

  return {
    onOpen(name: string, attributes: Attributes) {
      const isNaming = NAMING.has(name);
      open.push({ class: attributes.class, from: writer.count(), at: isNaming ? writer.openLength() : -1, parts: null, pairs: null });
    },
    onClose(name: string) {
      const closed = open.pop();
      if (!closed) return;
      if (breaksLine(name)) close(name, closed);
      else if (closed.at >= 0 && closed.from === writer.count()) writer.nameFrom(closed.at, `${name}.${closed.class}`);
    },
  };
}

/** Appends in place, up to a bound. */
function withOneMore<T>(list: T[] | null, one: T): T[] {
  if (list === null) return [one];
  if (list.length < MAX_PARTS) list.push(one);
  return list;
}

const isAlike = (a: Part, b: Part) => a.element === b.element && a.class === b.class;

/** Whether words may name a value: few, without the end of a sentence. */
export const isNameLike = (text: string) =>
  text.length <= NAME_MAX && /\p{L}/u.test(text) && !/[.!?;,]$/u.test(text) && text.split(' ').length <= 6;

/** Words that a final colon makes the name of what follows. */
const COLON = /[:：]$/u;
const OWN_NAME = /^[^\s:：][^:：]{0,38}[:：]\s/u;

/**
 * A line that is a name with a colon labels the value in the next line; of two such lines in a row neither does. In code a colon names
 * nothing.
 */
export function labelAfterColon(blocks: readonly Block[], lineAt: (index: number) => string): void {
  const isBareName = (i: number) => i >= 0 && COLON.test(lineAt(i)) && isNameLike(lineAt(i));
  for (const [i, block] of blocks.entries()) {
    if (block.label !== undefined || block.tag === 'pre' || !isBareName(i - 1) || isBareName(i - 2)) continue;
    const text = lineAt(i);
    if (COLON.test(text) || OWN_NAME.test(text) || text.length > VALUE_MAX || /^(?:h[1-6]|th|dt)$/.test(block.tag)) continue;
    if (blocks[i - 1]?.label === undefined) block.label = i - 1;
  }
}

/** Names without a colon at the beginning of lines, if neighbours are set apart in the same way. */
export function leadingNames(leads: ReadonlyMap<number, { kind: string; end: number }>, lineAt: (index: number) => string): number[] {
  const fits = ([block, { end }]: [number, { end: number }]) => {
    const line = lineAt(block);
    const value = line.slice(end).trimStart();
    return line.length <= VALUE_MAX && isNameLike(line.slice(0, end).trim()) && value !== '' && !/^[\p{Ll}\p{M},;.)’'!?]/u.test(value);
  };
  const named = [...leads].filter(fits);
  return named.flatMap(([block, { kind, end }], i) => {
    const isBeside = (other: [number, { kind: string; end: number }] | undefined) =>
      other !== undefined &&
      other[1].kind === kind &&
      Math.abs(other[0] - block) <= 2 &&
      lineAt(other[0]).slice(0, other[1].end) !== lineAt(block).slice(0, end);
    return isBeside(named[i - 1]) || isBeside(named[i + 1]) ? [block] : [];
  });
}
