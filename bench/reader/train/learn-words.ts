import { namesOf, type PartWords } from '../../../src/agent/read/blocks/part-words.ts';
import type { Document } from './documents.ts';

// Learns which words in classes and ids name furniture and which content: those whose parts are one of the two in most documents.

/** The documents that a word has to be in: no site's own words are learnt. */
const DOCUMENTS = 8;
/** Natural logarithms of how much more often than elsewhere the words of an element with this word are furniture, or content. */
const FURNITURE = 1.4;
const CONTENT = 0.5;

interface Sums {
  content: number;
  furniture: number;
  documents: number;
}

export function learnWords(documents: readonly Document[]): PartWords {
  const all: Sums = { content: 0, furniture: 0, documents: 0 };
  const known = new Map<string, Sums>();
  for (const document of documents) {
    if (document.kind !== 'readability' && document.kind !== 'trafilatura') continue; // the others are made by templates
    const { whole, words } = sharesOf(document);
    const sum = whole[0] + whole[1];
    if (sum === 0) continue;
    add(all, whole, sum);
    for (const [word, share] of words) {
      const sums = known.get(word) ?? { content: 0, furniture: 0, documents: 0 };
      known.set(word, sums);
      add(sums, share, sum);
    }
  }
  const odds = ({ content, furniture }: Sums) => Math.log((content + 0.5) / (furniture + 0.5));
  const usual = odds(all);
  const learnt = [...known]
    .filter(([, { documents: count }]) => count >= DOCUMENTS)
    .map(([word, sums]) => [word, odds(sums) - usual] as const);
  return {
    furniture: learnt
      .filter(([, by]) => by <= -FURNITURE)
      .map(([word]) => word)
      .sort(),
    content: learnt
      .filter(([, by]) => by >= CONTENT)
      .map(([word]) => word)
      .sort(),
  };
}

function add(sums: Sums, [content, furniture]: readonly [number, number], of: number) {
  sums.content += content / of;
  sums.furniture += furniture / of;
  sums.documents++;
}

/** Of a document, and of each word in it, how much of what is labelled is content and how much furniture. */
function sharesOf({ seen, labels, kind }: Document) {
  const { elements, elementOf, measures } = seen;
  const wordsOf: (readonly string[])[] = elements.map((element) =>
    element.name === 'body' || element.name === 'html' || element.name === '' ? [] : (namesOf(element).match(/[a-z]{3,}/g) ?? []),
  );
  const whole: [number, number] = [0, 0];
  const words = new Map<string, [number, number]>();
  for (const [i, label] of labels.entries()) {
    if (label < 0) continue;
    const side = label === 1 ? 0 : 1;
    const weight = kind === 'trafilatura' ? 1 : Math.sqrt(Math.min(100, measures[i]?.words ?? 1));
    whole[side] += weight;
    const own = new Set<string>();
    for (let e = elementOf[i] ?? 0; e > 0; e = elements[e]?.parent ?? 0) for (const word of wordsOf[e] ?? []) own.add(word);
    for (const word of own) {
      const share = words.get(word) ?? [0, 0];
      words.set(word, share);
      share[side] += weight;
    }
  }
  return { whole, words };
}
