import type { PageDates } from './dates.ts';

/** The version of the rules for canonical text and its blocks. Evidence is comparable only within one version. */
export const TEXT_VERSION = 8;

export const BLOCK_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li', 'th', 'td', 'dt', 'dd', 'pre', 'quote', 'caption'] as const;
export type BlockTag = (typeof BLOCK_TAGS)[number];

/**
 * A block of the canonical text. `boilerplate`: a menu, footer or related items, by its markup (true) or only by its looks. `label`: the
 * index of the block that names it: a dd's dt, a cell's row or column header.
 */
export interface Block {
  tag: BlockTag;
  boilerplate?: true | 'looks';
  label?: number;
  /** Offsets in the page's text, start and end: superscripts and subscripts (footnote numbers, exponents), and struck-out text. */
  raised?: [number, number][];
  struck?: [number, number][];
  /**
   * Words within the block that label what follows, up to the next label or the block's end: "Licence" in "Licence MIT". Offsets in the
   * page's text.
   */
  names?: [number, number][];
}

/** A link. Its anchor text is at `start` to `end` of the text, in `block`; `url` is absolute http(s). */
export interface Link {
  block: number;
  start: number;
  end: number;
  url: string;
}

export const HINT_SOURCES = ['json-ld', 'microdata', 'opengraph', 'title'] as const;

/**
 * A statement of structured data or the title element. It helps find titles, dates and values, and is never evidence, as readers do not see
 * it.
 */
export interface Hint {
  source: (typeof HINT_SOURCES)[number];
  /** The type of the thing that has the last property of the path. */
  type: string | null;
  /** The schema.org property under the thing that holds it: "author.name". OpenGraph's properties use the same names. */
  path: string;
  value: string;
  /** The number of the outermost thing. */
  item: number;
  /** The number of things around the value. */
  depth: number;
}

/**
 * A document as read. `text` is the canonical text: visible blocks joined by `\n`, NFC, white space collapsed, without control, zero-width,
 * soft-hyphen and bidirectional characters (except LRM and RLM). `blocks[i]` describes line i.
 */
export interface Page {
  url: string;
  canonicalUrl: string | null;
  title: string;
  text: string;
  blocks: Block[];
  links: Link[];
  /** At most 300, outer before inner; [] for documents other than HTML. */
  hints: Hint[];
  /** ISO 8601, with the precision of the page. */
  publishedAt: string | null;
  /** Dates with their positions and certainty; null for documents other than HTML. */
  dates: PageDates | null;
  /** ISO 639-1, detected from the text; for a short text, the primary tag that the page declares. */
  language: string | null;
  mediaType: string;
}

/** A stored page: immutable, its text identified by `sha256` (hex) and `textVersion`. */
export interface StoredPage extends Page {
  id: string;
  /** The collection that it was read for; null for a page of the web. */
  collectionId: string | null;
  sha256: string;
  textVersion: number;
  fetchedAt: Date;
}
