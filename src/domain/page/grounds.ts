/** The type of question that a criterion asks, by the facts that answer it. */
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

/**
 * Whether a page shows the wanted kind: it does, it is clearly something else (a list, an article), it seems to be something else, or it is
 * unclear.
 */
export type ShownKind = 'shown' | 'other' | 'else' | 'open';

/** The fact of its page that decides a cell. */
export interface Grounds {
  type: AskType;
  /** Where the page says it of its subject: under a label (0), in its title or first sentences (1), elsewhere (2). */
  rank: 0 | 1 | 2;
  /** Set for the criterion that names only the kind. */
  kind: ShownKind | null;
  /** Words decided it, not a fact of its type: such a no is ignored on pages that a person chose. */
  isWorded?: true;
}
