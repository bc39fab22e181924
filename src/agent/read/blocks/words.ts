import type { Element } from './outline.ts';

/** Words in classes, ids and names of custom elements, as `npm run train:reader` learns them: by which authors name what is furniture, and what is content. */
export interface PartWords {
  furniture: readonly string[];
  content: readonly string[];
}

/** A word this long is one inside a longer one too: "leftsidebar". */
const LONG_WORD = 5;

/** What an element's classes say: -1: named as furniture; 1: as content; 0: as neither or both. */
export type WordOf = (element: Pick<Element, 'name' | 'classes'>) => number;

/** The names of an element's part of the page, in small letters. */
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
