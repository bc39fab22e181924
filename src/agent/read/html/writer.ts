import type { Block, BlockTag, Link } from '../../../domain/page/page.ts';
import { visible } from '../canonical.ts';
import { type Anchor, composed } from './composed.ts';
import { labelAfterColon, leadingNames } from './pairs.ts';

const MAX_TEXT = 2_000_000;
const MAX_BLOCKS = 50_000;
const MAX_BLOCK = 50_000;
export const MAX_LINKS = 2_000;

/** The style of a block, given when its text is complete. */
export interface BlockStyle {
  tag: BlockTag;
  boilerplate: boolean;
  /** The number of its element (blocks/outline.ts); 0: unknown. */
  element?: number;
}

export interface Written {
  text: string;
  blocks: Block[];
  links: Link[];
}

/** A block with more marks is not prose. */
const MAX_MARKS = 500;
/** The most names in one block, and their length. */
const MAX_NAMES = 20;
const MAX_NAME = 60;

/** Marks of text: superscript or subscript, struck out. */
export type Mark = 'raised' | 'struck';

export type Writer = ReturnType<typeof openWriter>;

/**
 * Writes canonical text block by block, with the offsets of anchors. Stops at 2,000,000 UTF-16 units or 50,000 blocks; a block of more than
 * 50,000 units is split.
 */
export function openWriter() {
  const lines: string[] = [];
  const blocks: Block[] = [];
  const links: Link[] = [];
  let line = '';
  let style: BlockStyle = { tag: 'p', boilerplate: false };
  let written = 0;
  let full = false;
  let atSpace = true; // at a block's start, and after a space; reading it from the string would copy the string
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

  /** Stores the names in the last block with their offsets, unless NFC changed these. */
  function keepNames(text: string) {
    if (!line.startsWith(text)) return;
    const from = written - text.length - 1;
    const block = blocks.at(-1);
    if (block && names.length > 0) block.names = names.map(([start, end]) => [from + start, from + end]);
    else if (lead && lead.end < text.length) leads.set(blocks.length - 1, lead);
    else if (lead) setApart.add(blocks.length - 1);
  }

  /** Adds the marks to the last block. */
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
    /** Ends the open block, if it is not empty. */
    endBlock,
    /** The following text belongs to a link; null: to one without a target. */
    openAnchor(url: string | null) {
      closeAnchor();
      anchor = { url, start: line.length };
    },
    closeAnchor() {
      closeAnchor();
      anchor = null;
    },
    /** Characters of the open block. */
    openLength: () => line.length,
    /**
     * Reports that an element contained the words from `start` to here, which may name what follows: at the block's start, or before a
     * colon.
     */
    nameFrom(start: number, kind: string) {
      const end = line.trimEnd().length;
      if (end - start < 2 || end - start > MAX_NAME || names.length >= MAX_NAMES) return;
      if (/[:：]$/u.test(line.slice(start, end)) && (names.at(-1)?.[1] ?? 0) <= start) names.push([start, end]);
      else if (start === 0) lead ??= { kind, end };
    },
    /** The number of complete blocks: the index of the next one. */
    count: () => lines.length,
    blocks: blocks as readonly Block[],
    lineAt: (index: number) => lines[index] ?? '',
    /** Whether one inline element contains the whole line. */
    isSetApart: (index: number) => setApart.has(index),
    /** For each block: its characters in anchors, and its element. */
    linked: linked as readonly number[],
    elements: elements as readonly number[],
    /** From block `from` on: all characters, and those in anchors. */
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
    /** Marks blocks as furniture by their looks, unless their markup says so. */
    flagAs(flags: readonly boolean[]) {
      for (const [i, block] of blocks.entries()) {
        if (flags[i]) block.boilerplate ??= 'looks';
        else delete block.boilerplate;
      }
    },
    /** For each block, whether it is a label or has one: in a table, definition list or pair. */
    namedBlocks(): boolean[] {
      const named = blocks.map(({ label }) => label !== undefined);
      for (const { label } of blocks) if (label !== undefined) named[label] = true;
      return named;
    },
    /** Labels the unlabelled blocks in [from, to). */
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

/** Removes the flags from a page that is all boilerplate: they rank blocks against each other. */
const withoutFlagsIfAll = (blocks: Block[]) =>
  blocks.every(({ boilerplate }) => boilerplate) ? blocks.map(({ boilerplate: _, ...block }) => block) : blocks;
