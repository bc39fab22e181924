import { wordTable } from '../../../domain/text.ts';
import { isComment } from '../dates/collect.ts';
import { type Attributes, isBoilerplate, isContent, isHidden, isPanel, tagOf } from './html-elements.ts';
import type { Table } from './html-tables.ts';
import type { BlockStyle, Mark } from './writer.ts';

/** An open element, and what it means for the text inside it. */
export interface Frame {
  name: string;
  hidden: boolean;
  style: BlockStyle;
  inContent: boolean;
  inHeader: boolean;
  table: Table | null;
  /** For a definition list: the block of its last term. */
  terms: { last: number | null } | null;
  /** For a definition: the block of its term. */
  term: number | null;
  /** The first block after this element opened. */
  from: number;
  /** Whether it is JSON-LD. */
  isScript: boolean;
  isMark: boolean;
  /** Whether it is in a comment or answer, according to microdata. */
  isBeside: boolean;
  mark: Mark | null;
  /** Its number in the outline; its parent's when the outline omits it. */
  element: number;
  isKept: boolean;
}

export const ROOT: Frame = {
  name: '',
  hidden: false,
  style: { tag: 'p', boilerplate: false },
  inContent: false,
  inHeader: false,
  table: null,
  terms: null,
  term: null,
  from: 0,
  isScript: false,
  isMark: false,
  isBeside: false,
  mark: null,
  element: 0,
  isKept: false,
};

const MARKS = wordTable<Mark>({ sup: 'raised', sub: 'raised', del: 'struck', s: 'struck', strike: 'struck' });

/** These contain the page itself, whatever their class names. */
const WHOLES = new Set(['html', 'body', 'main', 'article']);

export function frameOf(name: string, attributes: Attributes, outer: Frame, from: number, isOpened: boolean): Frame {
  const inContent = outer.inContent || isContent(name, attributes.role);
  return {
    name,
    hidden: outer.hidden || (isHidden(name, attributes) && !(isOpened && isPanel(name, attributes))),
    style: {
      tag: tagOf(name) ?? outer.style.tag,
      boilerplate: outer.style.boilerplate || isBoilerplate(name, attributes, inContent),
    },
    inContent,
    inHeader: outer.inHeader || (name === 'header' && outer.inContent),
    table: outer.table,
    terms: outer.terms,
    term: name === 'dd' ? (outer.terms?.last ?? null) : null,
    from,
    isScript: name === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json',
    isMark: name === 'a' ? (attributes.href?.startsWith('#') ?? false) : outer.isMark,
    isBeside: outer.isBeside || (!WHOLES.has(name) && isComment(attributes)),
    mark: MARKS[name] ?? outer.mark,
    element: outer.element,
    isKept: false,
  };
}
