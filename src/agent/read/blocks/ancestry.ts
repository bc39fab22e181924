import type { Containers } from './containers.ts';
import type { Element } from './outline.ts';

/** What an element passes on to the blocks in it. */
export interface Ancestry {
  /** Elements around it, as bits of PARTS. */
  parts: number;
  isInBest: boolean;
  /** Topmost ancestors shared with the best container, and the number of those below. */
  shared: number;
  below: number;
  /** Elements that are named as furniture and as content, itself included. */
  furniture: number;
  content: number;
  /** The proximity of the nearest one named as furniture: 1 is the element itself; 0: none. */
  furnitureNear: number;
  /** The highest link density of an ancestor with less than half of the page. */
  links: number;
  /** The highest score of an ancestor, relative to the best one. */
  score: number;
  list: number;
}

export const PARTS = {
  nav: 1,
  aside: 2,
  header: 4,
  footer: 8,
  form: 16,
  article: 32,
  main: 64,
  figure: 128,
  table: 256,
  list: 512,
  quote: 1024,
  button: 2048,
  heading: 4096,
  paragraph: 8192,
} as const;

const PART_OF: Record<string, number> = {
  ...PARTS,
  form: PARTS.form,
  fieldset: PARTS.form,
  ul: PARTS.list,
  ol: PARTS.list,
  dl: PARTS.list,
  menu: PARTS.list,
  blockquote: PARTS.quote,
  label: PARTS.form,
  p: PARTS.paragraph,
  h1: PARTS.heading,
  h2: PARTS.heading,
  h3: PARTS.heading,
  h4: PARTS.heading,
  h5: PARTS.heading,
  h6: PARTS.heading,
};
const ROLE_PARTS: Record<string, number> = {
  navigation: PARTS.nav,
  menu: PARTS.nav,
  menubar: PARTS.nav,
  banner: PARTS.header,
  contentinfo: PARTS.footer,
  complementary: PARTS.aside,
  search: PARTS.form,
  dialog: PARTS.aside,
  alertdialog: PARTS.aside,
  main: PARTS.main,
  article: PARTS.article,
};

/** For each element, the sum over its ancestors. Parents precede their children. */
export function ancestryOf(elements: readonly Element[], { all, best }: Containers): Ancestry[] {
  const inBestPath = new Set<number>();
  for (let e = best; e > 0; e = elements[e]?.parent ?? 0) inBestPath.add(e);
  inBestPath.add(0);
  const page = all[0]?.chars ?? 0;
  const bestScore = Math.max(1, all[best]?.score ?? 1);
  const found: Ancestry[] = [];

  for (const [e, element] of elements.entries()) {
    const outer = e === 0 ? ROOT : (found[element.parent] ?? ROOT);
    const container = all[e];
    const isPage = element.name === 'body' || element.name === 'html' || element.name === '';
    const word = isPage ? 0 : (container?.word ?? 0);
    const chars = container?.chars ?? 0;
    const density = chars > 0 && chars < page / 2 ? (container?.inLinks ?? 0) / chars : 0;
    const onPath = inBestPath.has(e);
    const isList = element.name === 'ul' || element.name === 'ol';
    found.push({
      parts: outer.parts | (PART_OF[element.name] ?? 0) | (element.role === '' ? 0 : (ROLE_PARTS[element.role] ?? 0)),
      isInBest: outer.isInBest || (e === best && best > 0),
      shared: outer.shared + (onPath ? 1 : 0),
      below: onPath ? 0 : outer.below + 1,
      furniture: outer.furniture + (word < 0 ? 1 : 0),
      content: outer.content + (word > 0 ? 1 : 0),
      furnitureNear: word < 0 ? 1 : outer.furnitureNear === 0 ? 0 : outer.furnitureNear + 1,
      links: Math.max(outer.links, density),
      score: Math.max(outer.score, Math.max(0, container?.score ?? 0) / bestScore),
      list: isList ? e : outer.list,
    });
  }
  return found;
}

const ROOT: Ancestry = {
  parts: 0,
  isInBest: false,
  shared: 0,
  below: 0,
  furniture: 0,
  content: 0,
  furnitureNear: 0,
  links: 0,
  score: 0,
  list: 0,
};
