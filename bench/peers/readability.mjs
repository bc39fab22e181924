import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** The text that Readability finds on a page, over linkedom's document; empty when it finds none. */
export function readWithReadability(html) {
  const { document } = parseHTML(html);
  return new Readability(document).parse()?.textContent ?? '';
}
