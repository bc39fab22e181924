import type { Block, BlockTag, Link } from '../../../domain/page/page.ts';
import { visible } from '../canonical.ts';
import { type Anchor, composed } from './composed.ts';
import { labelAfterColon, leadingNames } from './pairs.ts';

const MAX_TEXT = 2_000_000;
const MAX_BLOCKS = 50_000;
const MAX_BLOCK = 50_000;
export const MAX_LINKS = 2_000;

/** How a block is to be described when its text is complete. */
export interface BlockStyle {
  tag: BlockTag;
  boilerplate: boolean;
  /** The number of the element it stands in (blocks/outline.ts); 0: none is known. */
  element?: number;
}

export interface Written {
  text: string;
  blocks: Block[];
  links: Link[];
}

/** A block with more marks than these is no prose. */
const MAX_MARKS = 500;
/** Names in one block, and their length. */
const MAX_NAMES = 20;
const MAX_NAME = 60;

/** What text can be beside plain: raised or lowered, struck out. */
export type Mark = 'raised' | 'struck';

export type Writer = ReturnType<typeof openWriter>;

/**
 * Writes canonical text block by block, and keeps where each anchor's text stands. Past 2,000,000 UTF-16 units of text or
 * 50,000 blocks the rest is left out at a block; a block past 50,000 units goes on as another one.
 */
export function openWriter() {
  const lines: string[] = [];
  const blocks: Block[] = [];
  const links: Link[] = [];
  let line = '';
  let style: BlockStyle = { tag: 'p', boilerplate: false };
  let written = 0;
  let full = false;
  let atSpace = true; // at a block's start, and after a space: asking the string itself would copy it each time
  let anchor: Omit<Anchor, 'end'> | null = null;
  let anchors: Anchor[] = [];
  const linked: number[] = [];
  const elements: number[] = [];
  let marks: (Anchor & { url: Mark })[] = [];
  let names: [number, number][] = [];
  let lead: { kind: string; end: number } | null = null;
  const leads = new Map<number, { kind: string; end: number }>();
  const setApart = new Set<number>();

  function closeAnchor() {
    if (anchor && line.length > anchor.start) anchors.push({ ...anchor, end: line.length });
    if (anchor) anchor = { url: anchor.url, start: line.length };
  }

  function endBlock() {
    closeAnchor();
    if (line === '') return startBlock();
    const { text, places } = composed(line.trimEnd(), anchors);
    if (text !== '' && !full) {
      full = written + text.length > MAX_TEXT || lines.length >= MAX_BLOCKS;
      if (!full) keep(text, places);
      if (!full && marks.length > 0) keepMarks(composed(line.trimEnd(), marks).places);
      if (!full && (lead || names.length > 0)) keepNames(text);
    }
    line = '';
    startBlock();
  }

  function startBlock() {
    marks = [];
    names = [];
    lead = null;
    atSpace = true;
    anchors = [];
    if (anchor) anchor.start = 0;
  }

  /** Keeps where the words stand that name others in the block that was kept last; where NFC moved them they are left out. */
  function keepNames(text: string) {
    if (!line.startsWith(text)) return;
    const from = written - text.length - 1;
    const block = blocks.at(-1);
    if (block && names.length > 0) block.names = names.map(([start, end]) => [from + start, from + end]);
    else if (lead && lead.end < text.length) leads.set(blocks.length - 1, lead);
    else if (lead) setApart.add(blocks.length - 1);
  }

  /** Marks the block that was kept last. */
  function keepMarks(places: Anchor[]) {
    const block = blocks.at(-1);
    const from = written - (lines.at(-1)?.length ?? 0) - 1;
    for (const { url, start, end } of places) {
      if (!block || (url !== 'raised' && url !== 'struck')) continue;
      block[url] = [...(block[url] ?? []), [from + start, from + end]];
    }
  }

  function keep(text: string, places: Anchor[]) {
    for (const { url, start, end } of places) {
      if (url !== null && links.length < MAX_LINKS) links.push({ block: lines.length, start: written + start, end: written + end, url });
    }
    linked.push(places.reduce((sum, { start, end }) => sum + end - start, 0));
    elements.push(style.element ?? 0);
    lines.push(text);
    blocks.push({ tag: style.tag, ...(style.boilerplate ? { boilerplate: true } : {}) });
    written += text.length + 1;
  }

  return {
    /** Adds text to the open block; the first visible character of a block decides its style. */
    add(raw: string, as: BlockStyle, mark: Mark | null = null) {
      if (full) return;
      const text = visible(raw);
      const more = atSpace && text.startsWith(' ') ? text.slice(1) : text;
      if (more === '') return;
      if (line === '') style = as;
      if (mark && marks.length < MAX_MARKS) marks.push({ url: mark, start: line.length, end: line.length + more.length });
      line += more;
      atSpace = more.endsWith(' ');
      while (line.length > MAX_BLOCK) {
        const rest = splitOff();
        endBlock();
        line = rest;
        atSpace = rest === '' || rest.endsWith(' ');
      }
    },
    /** Ends the open block, if it holds anything. */
    endBlock,
    /** From here on the text belongs to a link; null: to one that leads nowhere. */
    openAnchor(url: string | null) {
      closeAnchor();
      anchor = { url, start: line.length };
    },
    closeAnchor() {
      closeAnchor();
      anchor = null;
    },
    /** How many characters the open block has. */
    openLength: () => line.length,
    /** Says that an element of some kind held the words from `start` to here, which may name what follows: at the block's start, or before a colon. */
    nameFrom(start: number, kind: string) {
      const end = line.trimEnd().length;
      if (end - start < 2 || end - start > MAX_NAME || names.length >= MAX_NAMES) return;
      if (/[:：]$/u.test(line.slice(start, end)) && (names.at(-1)?.[1] ?? 0) <= start) names.push([start, end]);
      else if (start === 0) lead ??= { kind, end };
    },
    /** How many blocks are complete: the index that the next one gets. */
    count: () => lines.length,
    blocks: blocks as readonly Block[],
    lineAt: (index: number) => lines[index] ?? '',
    /** Whether one element within the line holds all of it. */
    isSetApart: (index: number) => setApart.has(index),
    /** Of each block, the characters of it that stand in anchors, and the element it stands in. */
    linked: linked as readonly number[],
    elements: elements as readonly number[],
    /** Of the blocks from `from` on: their characters, and how many of those stand in anchors. */
    densityFrom(from: number) {
      let all = 0;
      let inLinks = 0;
      for (let i = from; i < lines.length; i++) {
        all += lines[i]?.length ?? 0;
        inLinks += linked[i] ?? 0;
      }
      return { all, inLinks };
    },
    flagFrom(from: number) {
      for (const block of blocks.slice(from)) block.boilerplate = true;
    },
    /** Says of each block whether it is furniture; where its markup did not say so, it is by its looks. */
    flagAs(flags: readonly boolean[]) {
      for (const [i, block] of blocks.entries()) {
        if (flags[i]) block.boilerplate ??= 'looks';
        else delete block.boilerplate;
      }
    },
    /** Of each block, whether it names another or is named: by a table, a list of definitions, a pair of elements. */
    namedBlocks(): boolean[] {
      const named = blocks.map(({ label }) => label !== undefined);
      for (const { label } of blocks) if (label !== undefined) named[label] = true;
      return named;
    },
    /** Names the blocks in [from, to) that have no name yet. */
    labelRange(from: number, to: number, label: number) {
      for (const block of blocks.slice(from, to)) block.label ??= label;
    },
    finish(): Written {
      anchor = null;
      endBlock();
      labelAfterColon(blocks, (i) => lines[i] ?? '');
      nameLeads();
      return { text: lines.join('\n'), blocks: withoutFlagsIfAll(blocks), links };
    },
  };

  function nameLeads() {
    const named = new Set(leadingNames(leads, (i) => lines[i] ?? ''));
    if (named.size === 0) return;
    let start = 0;
    for (const [i, block] of blocks.entries()) {
      if (named.has(i)) block.names = [[start, start + (leads.get(i)?.end ?? 0)]];
      start += (lines[i]?.length ?? 0) + 1;
    }
  }

  /** Cuts the open line at the last space within the bound, or else at the bound, never inside a surrogate pair. */
  function splitOff(): string {
    const space = line.lastIndexOf(' ', MAX_BLOCK);
    const inPair = /[\ud800-\udbff]/.test(line[MAX_BLOCK - 1] ?? '');
    const at = space > 0 ? space : inPair ? MAX_BLOCK - 1 : MAX_BLOCK;
    const rest = line.slice(at).trimStart();
    anchors = anchors.filter(({ end }) => end <= at);
    marks = marks.filter(({ end }) => end <= at);
    if (anchor && anchor.start > at) anchor = { url: anchor.url, start: 0 };
    line = line.slice(0, at);
    return rest;
  }
}

/** A page that is boilerplate from end to end has none: the flag ranks blocks against each other. */
const withoutFlagsIfAll = (blocks: Block[]) =>
  blocks.every(({ boilerplate }) => boilerplate) ? blocks.map(({ boilerplate: _, ...block }) => block) : blocks;
