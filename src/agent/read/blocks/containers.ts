import type { Measure } from './measure.ts';
import type { Element } from './outline.ts';

/** An element, and how likely it holds the content. */
export interface Container {
  chars: number;
  inLinks: number;
  /** Characters in paragraphs of 80 and more outside links. */
  long: number;
  blocks: number;
  score: number;
  word: number;
}

export interface Containers {
  all: Container[];
  /** The element with the highest score; 0 when there is none. */
  best: number;
}

const LEVELS = 5;
const MIN_PARAGRAPH = 25;
/** The characters outside links from which a line is a paragraph. */
export const LONG = 80;

const START: Record<string, number> = { div: 5, article: 10, main: 8, pre: 3, td: 3, blockquote: 3 };
const START_LOW = new Set(['address', 'ol', 'ul', 'dl', 'dd', 'dt', 'li', 'form', 'nav', 'aside', 'footer', 'header']);
/** Elements that contain blocks: text directly in one counts for it, other text for its parent. */
const HOLDERS = new Set(['div', 'section', 'article', 'main', 'body', 'center', 'td', '']);

/** Scores every element by its paragraphs, as Readability does. `elementOf` and `measures` have one entry per block. */
export function scoreContainers(
  elements: readonly Element[],
  elementOf: readonly number[],
  measures: readonly Measure[],
  wordOf: (element: Element) => number,
): Containers {
  const sums = prefixSums(measures);
  const all: Container[] = elements.map((element) => {
    const from = element.from;
    const to = element.to < 0 ? measures.length : element.to;
    return {
      chars: at(sums.chars, to) - at(sums.chars, from),
      inLinks: at(sums.inLinks, to) - at(sums.inLinks, from),
      long: at(sums.long, to) - at(sums.long, from),
      blocks: to - from,
      score: 0,
      word: wordOf(element),
    };
  });

  for (let i = 0; i < measures.length; i++) addParagraph(elements, all, elementOf[i] ?? 0, measures[i]);

  let best = 0;
  for (let e = 0; e < all.length; e++) {
    const container = all[e];
    if (!container || container.score === 0) continue;
    const name = elements[e]?.name ?? '';
    const start = START[name] ?? (START_LOW.has(name) ? -3 : /^(?:h[1-6]|th)$/.test(name) ? -5 : 0);
    container.score = (container.score + start + container.word * 25) * (1 - container.inLinks / Math.max(1, container.chars));
    if (e > 0 && container.score > (all[best]?.score ?? 0)) best = e;
  }
  return { all, best };
}

function addParagraph(elements: readonly Element[], all: Container[], of: number, measure: Measure | undefined) {
  if (!measure || measure.length < MIN_PARAGRAPH) return;
  const points = (1 + measure.commas + Math.min(3, Math.floor(measure.length / 100))) * (1 - measure.inLinks / measure.length);
  let element = HOLDERS.has(elements[of]?.name ?? '') ? of : (elements[of]?.parent ?? 0);
  for (let level = 0; level < LEVELS && element > 0; level++) {
    const container = all[element];
    if (container) container.score += points / (level === 0 ? 1 : level === 1 ? 2 : level * 3);
    element = elements[element]?.parent ?? 0;
  }
}

function prefixSums(measures: readonly Measure[]) {
  const chars = new Float64Array(measures.length + 1);
  const inLinks = new Float64Array(measures.length + 1);
  const long = new Float64Array(measures.length + 1);
  for (const [i, measure] of measures.entries()) {
    const plain = measure.length - measure.inLinks;
    chars[i + 1] = at(chars, i) + measure.length;
    inLinks[i + 1] = at(inLinks, i) + measure.inLinks;
    long[i + 1] = at(long, i) + (plain >= LONG ? plain : 0);
  }
  return { chars, inLinks, long };
}

const at = (sums: Float64Array, i: number) => sums[i] ?? 0;
