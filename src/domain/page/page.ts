import type { PageDates } from './dates.ts';

/** The version of the rules that turn a document into canonical text and describe its blocks; evidence is only comparable within one. */
export const TEXT_VERSION = 8;

export const BLOCK_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li', 'th', 'td', 'dt', 'dd', 'pre', 'quote', 'caption'] as const;
export type BlockTag = (typeof BLOCK_TAGS)[number];

/**
 * What a block of the canonical text is. `boilerplate`: it is furniture (a menu, a footer, related items): its markup says so (true), or its looks alone do. `label` is the index of the block that names it: a dd's dt, a cell's row or column header.
 */
export interface Block {
  tag: BlockTag;
  boilerplate?: true | 'looks';
  label?: number;
  /** What stands raised or lowered (a footnote's number, an exponent), and what is struck out: offsets of the page's text, start and end. */
  raised?: [number, number][];
  struck?: [number, number][];
  /** Words within the block that name what follows them, up to the next such words or the block's end: "Licence" of "Licence MIT". Offsets of the page's text. */
  names?: [number, number][];
}

/** A link whose anchor text stands at `start` to `end` of the text, in `block`; `url` is absolute http(s). */
export interface Link {
  block: number;
  start: number;
  end: number;
  url: string;
}

export const HINT_SOURCES = ['json-ld', 'microdata', 'opengraph', 'title'] as const;

/**
 * What a page's structured data, or its title element, says of a thing, where no reader sees it: it points at titles, dates and values, and proves none of them.
 * `path` is schema.org's property under the thing that holds it ("author.name"; OpenGraph's properties take those names), `type` the kind of
 * thing that has the last property of the path, `item` the number of the outermost thing, `depth` how many things lie around the value.
 */
export interface Hint {
  source: (typeof HINT_SOURCES)[number];
  type: string | null;
  path: string;
  value: string;
  item: number;
  depth: number;
}

/**
 * A document as read. `text` is the canonical text: every visible block in order, joined by `\n`; a block is NFC, white space
 * collapsed, without control, zero-width, bidirectional (but LRM and RLM) and soft-hyphen characters. `blocks[i]` describes the i-th line of it.
 */
export interface Page {
  url: string;
  canonicalUrl: string | null;
  title: string;
  text: string;
  blocks: Block[];
  links: Link[];
  /** At most 300, the outer before the inner; [] for documents other than HTML. */
  hints: Hint[];
  /** ISO 8601, at the precision the page gives. */
  publishedAt: string | null;
  /** Its dates, with where they stand and how sure they are; null for a document that is no HTML. */
  dates: PageDates | null;
  /** ISO 639-1, told from the text; of a text too short to tell, the primary tag that the page declares. */
  language: string | null;
  mediaType: string;
}

/** A page in the store: immutable, its text named by `sha256` (hex) and `textVersion`. */
export interface StoredPage extends Page {
  id: string;
  /** The collection that it was read for; null: it was read from the web. */
  collectionId: string | null;
  sha256: string;
  textVersion: number;
  fetchedAt: Date;
}
