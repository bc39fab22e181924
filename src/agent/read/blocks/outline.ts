import type { Attributes } from '../html/html-elements.ts';

const MAX_ELEMENTS = 100_000;
const MAX_CLASSES = 200;

/** Inline elements: their text belongs to the element around them. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** An element that is not inline. `from` to `to`: its blocks. */
export interface Element {
  name: string;
  /** Class and id in lower case; '' without either. */
  classes: string;
  role: string;
  parent: number;
  depth: number;
  from: number;
  to: number;
}

export type Outline = ReturnType<typeof openOutline>;

/** Records the element of each block. Element 0 is the document. Past 100,000 elements, text belongs to the nearest recorded one. */
export function openOutline() {
  const elements: Element[] = [{ name: '', classes: '', role: '', parent: 0, depth: 0, from: 0, to: -1 }];
  return {
    elements: elements as readonly Element[],
    /** Enters an element; returns its number, or `parent` when it is not recorded. `from`: the number of the next block. */
    open(name: string, attributes: Attributes, parent: number, from: number): number {
      if (INLINE.has(name) || elements.length >= MAX_ELEMENTS) return parent;
      const { class: words = '', id = '', role = '' } = attributes;
      const classes = words === '' && id === '' ? '' : `${words} ${id}`.slice(0, MAX_CLASSES).toLowerCase();
      const depth = (elements[parent]?.depth ?? 0) + 1;
      return elements.push({ name, classes, role, parent, depth, from, to: -1 }) - 1;
    },
    /** Leaves an element; `to`: the number of the next block. */
    close(element: number, to: number) {
      const left = elements[element];
      if (left) left.to = to;
    },
  };
}
