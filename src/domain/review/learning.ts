/** Answers to a criterion: rows that meet it, and rows that do not, those of the wrong kind among them. */
export interface AnswerCounts {
  yes: number;
  no: number;
}

/** So many of either it takes before answers to a criterion decide other rows. */
export const TAUGHT = 3;

/** What may be said of a criterion's matches, from what was predicted before each answer. Intervals hold nine times in ten; all are null below eight answers. */
export interface LearningEstimate {
  /** Rows decided match or no_match without an answer of their own. */
  decided: number;
  /** What a model that teaches says, beside people's answers. */
  byModel: AnswerCounts;
  /** Rows that match, those that people answered among them. */
  found: number;
  /** Of the matches that nobody answered, the share that is right, 0 to 1. */
  precision: number | null;
  low: number | null;
  high: number | null;
  /** Rows that are expected to meet it and are not among those found. */
  missed: number | null;
  missedLow: number | null;
  missedHigh: number | null;
}

export const NOTHING_LEARNED: LearningEstimate = {
  decided: 0,
  byModel: { yes: 0, no: 0 },
  found: 0,
  precision: null,
  low: null,
  high: null,
  missed: null,
  missedLow: null,
  missedHigh: null,
};

/** How far learning from people's answers is, for one criterion. */
export interface Learning extends LearningEstimate, AnswerCounts {
  /** Answers that count, unsure ones among them. */
  answers: number;
  /** Whether all answers are part of the verdicts. */
  current: boolean;
}

/** How far learning from people's values is, for one column. */
export interface ColumnLearning {
  /** Confirmed, corrected or emptied values that count. */
  answers: number;
  /** Whether all of them are part of the values. */
  current: boolean;
}
