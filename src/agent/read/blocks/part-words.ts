import type { Element } from './outline.ts';

/** Words in classes, ids and custom element names that mark furniture or content, as `npm run train:reader` learns them. */
export interface PartWords {
  furniture: readonly string[];
  content: readonly string[];
}

/** A word of this length also matches within a longer one: "leftsidebar". */
const LONG_WORD = 5;

/** -1: an element's names mark furniture; 1: content; 0: neither or both. */
export type WordOf = (element: Pick<Element, 'name' | 'classes'>) => number;

/** The names of an element, in lower case. */
export const namesOf = ({ name, classes }: Pick<Element, 'name' | 'classes'>) => (name.includes('-') ? `${name} ${classes}` : classes);

export function wordOfBy({ furniture, content }: PartWords): WordOf {
  const [isFurniture, isContent] = [patternOf(furniture), patternOf(content)];
  return (element) => {
    const names = namesOf(element);
    return names === '' ? 0 : Number(isContent.test(names)) - Number(isFurniture.test(names));
  };
}

function patternOf(words: readonly string[]): RegExp {
  const [long, short] = [words.filter(({ length }) => length >= LONG_WORD), words.filter(({ length }) => length < LONG_WORD)];
  const parts = [...long, ...(short.length > 0 ? [`(?<![a-z])(?:${short.join('|')})(?![a-z])`] : [])];
  return new RegExp(parts.join('|') || '(?!)');
}
