// All keyboard shortcuts. Each works only where the grid, a column head or the review queue has the focus; `?` lists them.

/** On a row of the grid. A letter is the character that a key produces: `X` is Shift and x. */
export const GRID_KEYS = {
  open: ['Enter', ' '],
  link: ['o'],
  act: ['Ctrl+Enter'],
  select: ['x', 'Shift+ '],
  selectTo: ['X'],
  selectAll: ['Ctrl+a'],
  hide: ['h'],
  title: ['t'],
  help: ['?'],
} as const;

/** On an editable value: typing replaces it, so letters have no other function. */
export const VALUE_KEYS = {
  edit: ['Enter', 'F2'],
  empty: ['Delete', 'Backspace'],
} as const;

/** On the head of a column. */
export const HEAD_KEYS = {
  menu: ['Enter', ' '],
  moveLeft: ['Shift+ArrowLeft'],
  moveRight: ['Shift+ArrowRight'],
  wider: ['+', '='],
  narrower: ['-'],
  pin: ['p'],
  help: ['?'],
} as const;

/** In the review queue, with or without Shift and Caps Lock. */
export const QUEUE_KEYS = {
  match: ['y'],
  partial: ['p'],
  no_match: ['n'],
  needs_review: ['c'],
  sentence: ['1', '2', '3', '4', '5', '6', '7'],
  wrongKind: ['w'],
  skip: ['s'],
  undo: ['u'],
  help: ['?'],
} as const;

type Keys = Readonly<Record<string, readonly string[]>>;
type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The action of a pressed key in a map; undefined for others, and with Alt. */
export function actionOf<K extends Keys>(keys: K, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): keyof K | undefined {
  if (altKey) return undefined;
  const isLetter = key.length === 1 && key !== ' ';
  const name = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && !isLetter ? 'Shift+' : ''}${key}`;
  return Object.keys(keys).find((action) => keys[action]?.includes(name));
}
