import type { Writer } from '../html/writer.ts';
import { LONG } from './containers.ts';
import { featuresOf } from './features.ts';
import { asGroups, groupsOf } from './groups.ts';
import { measure } from './measure.ts';
import type { Outline } from './outline.ts';
import type { Seen } from './page-context.ts';
import { learntWordOf, scoreRows } from './trees.ts';

export interface ClassifierInput {
  writer: Writer;
  outline: Outline;
  /** The titles that the page declares. */
  titles: readonly string[];
}

/** A page with fewer characters of paragraphs is a list, form or sheet, where only the markup decides. */
const MIN_PROSE = 300;

/** Whether each block is furniture (menus, related items, footers, notices, comments) or content. The heading with the title is content. */
export const furnitureOf = (seen: Seen): boolean[] => furnitureBy(seen, () => scoreRows(featuresOf(seen, learntWordOf)));

/** The same with any scores: a block below zero is furniture. */
export function furnitureBy(seen: Seen, scoresOf: () => Float64Array): boolean[] {
  const prose = seen.measures.reduce((sum, { length, inLinks }) => sum + (length - inLinks >= LONG ? length - inLinks : 0), 0);
  if (prose < MIN_PROSE) return [...seen.flagged];
  const isTitle = (i: number) => i === seen.title && /^h/.test(seen.tags[i] ?? '');
  return asGroups(seen.groups, seen.measures, scoresOf()).map((score, i) => score < 0 && !isTitle(i));
}

export function seenOf({ writer, outline, titles }: ClassifierInput): Seen {
  const { blocks, linked, elements } = writer;
  const tags = blocks.map(({ tag }) => tag);
  const measures = blocks.map((_, i) => measure(writer.lineAt(i), linked[i] ?? 0));
  return {
    elements: outline.elements,
    elementOf: elements,
    measures,
    tags,
    groups: groupsOf({ elements: outline.elements, elementOf: elements, tags, measures, named: writer.namedBlocks() }),
    flagged: blocks.map(({ boilerplate }) => boilerplate !== undefined),
    title: titleBlock(writer, titles),
  };
}

/** The first heading that the declared title repeats, else the only h1, else the first line that the title repeats; -1: none. */
function titleBlock({ blocks, lineAt }: Writer, titles: readonly string[]): number {
  const wanted = titles.map((title) => title.toLowerCase()).filter((title) => title !== '');
  const repeats = (i: number, least: number) => {
    const line = lineAt(i).toLowerCase();
    return line.length > 3 && wanted.some((title) => title === line || (line.length >= least && title.includes(line)));
  };
  const heading = blocks.findIndex(
    ({ tag }, i) => /^h[1-6]$/.test(tag) && (repeats(i, 10) || wanted.some((title) => title.startsWith(`${lineAt(i).toLowerCase()} `))),
  );
  if (heading >= 0) return heading;
  const first = blocks.findIndex(({ tag }) => tag === 'h1');
  const isOnly = first >= 0 && !blocks[first]?.boilerplate && blocks.findLastIndex(({ tag }) => tag === 'h1') === first;
  if (isOnly || wanted.length === 0) return isOnly ? first : -1;
  return blocks.findIndex((_, i) => repeats(i, 16));
}
