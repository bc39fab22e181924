/** What a criterion may ask, by the facts of a page that answer it. */
export const ASK_TYPES = [
  'kind',
  'quality',
  'place',
  'number',
  'date',
  'weekday',
  'month',
  'licence',
  'language',
  'absence',
  'feature',
] as const;
export type AskType = (typeof ASK_TYPES)[number];

/** What a page shows of the kind that is looked for: it is one, it is plainly something else (a list, an article, another thing), it seems to be something else, or it does not say. */
export type ShownKind = 'shown' | 'other' | 'else' | 'open';

/** By which fact of its page a cell is judged. */
export interface Grounds {
  type: AskType;
  /** How plainly the page says it of its subject: under a label (0), in its title or first sentences (1), elsewhere (2). */
  rank: 0 | 1 | 2;
  /** Of the criterion that names the kind alone. */
  kind: ShownKind | null;
  /** The words of the rules say it, and no fact of its type: of pages that a person chose such a no is none. */
  isWorded?: true;
}
