import { readDocument } from '../../../src/agent/read/read-document.ts';
import type { Page } from '../../../src/domain/page/page.ts';

/** The number of repetitions of what makes a page unusual: tags and entities, cells and links, attributes, adjacent lists. */
export interface Sizes {
  tags: number;
  cells: number;
  attributes: number;
  lists: number;
}

/** HTML that is expensive to read, by what makes it so. */
export const strangePages = ({ tags, cells, attributes, lists }: Sizes): [name: string, html: string][] => [
  ['20 attributes of 200,000 characters', `<p ${Array.from({ length: 20 }, (_, i) => `a${i}="${'x'.repeat(200_000)}"`).join(' ')}>words`],
  [`${attributes} attributes`, `<p ${Array.from({ length: attributes }, (_, i) => `a${i}`).join(' ')}>words`],
  [`${tags} stray end tags`, `words${'</i>'.repeat(tags)}`],
  [`${tags} entities`, '&amp;'.repeat(tags)],
  [`${tags} paragraphs`, '<p>x'.repeat(tags)],
  [`${cells} cells in one row`, `<table><tr>${'<th>x'.repeat(cells)}</table>`],
  [`${cells} wide cells`, `<table>${'<tr><td rowspan=99 colspan=99>x'.repeat(cells)}</table>`],
  [`${2 * cells} links`, '<a href="/x">y</a> '.repeat(2 * cells)],
  ['nested lists', `${'<ul><li>x'.repeat(900)}${'</ul>'.repeat(900)}`.repeat(lists)],
  ['words of 4 million letters', 'x'.repeat(4_000_000)],
  ['comments that never end', `words<!--${'-'.repeat(2_000_000)}`],
  ['styles that never end', `words<p style="${'display :'.repeat(200_000)}">x`],
];

/** Addresses that are expensive to examine, by their number. */
export const LONG_LINKS: [name: string, link: (i: number) => string][] = [
  ['175 parameters each', (i) => `/e/${i}?${Array.from({ length: 175 }, (_, p) => `p${(p * 7919) % 1000}=${i + p}`).join('&amp;')}`],
  ['paths of 1,900 characters', (i) => `/${'a'.repeat(1900)}/${i}/${i}`],
  ['one path that repeats', (i) => `/${'abs/'.repeat(480)}${i}`],
];

export const LISTING_URL = 'https://site.example/list';

/** A listing of `count` links. */
export const listingOf = (link: (i: number) => string, count: number): Promise<Page> =>
  readDocument({
    url: LISTING_URL,
    mediaType: 'text/html',
    charset: null,
    body: Buffer.from(
      `<title>All</title><main><ul>${Array.from({ length: count }, (_, i) => `<li><a href="${link(i)}">Entity ${i}</a> is one</li>`).join('')}</ul></main>`,
    ),
  });
