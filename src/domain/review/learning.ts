/** Answers to a criterion: rows that meet it, and rows that do not, including those of the wrong kind. */
export interface AnswerCounts {
  yes: number;
  no: number;
}

/** The number of yes answers and of no answers that a criterion needs before they decide other rows. */
export const TAUGHT = 3;

/** Estimates for a criterion's matches, from the predictions made before each answer. 90 % intervals; null below eight answers. */
export interface LearningEstimate {
  /** Rows decided match or no_match without an answer of their own. */
  decided: number;
  /** The answers of a model that teaches, beside those of people. */
  byModel: AnswerCounts;
  /** Rows that match, including those that people answered. */
  found: number;
  /** The share of unanswered matches that is right, 0 to 1. */
  precision: number | null;
  low: number | null;
  high: number | null;
  /** Rows that should meet it and are not among those found. */
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

/** The state of learning from people's answers, for one criterion. */
export interface Learning extends LearningEstimate, AnswerCounts {
  /** Answers that count, including unsure ones. */
  answers: number;
  /** Whether the verdicts include all answers. */
  current: boolean;
}

/** The state of learning from people's values, for one column. */
export interface ColumnLearning {
  /** Confirmed, corrected or cleared values that count. */
  answers: number;
  /** Whether the column's values include all of them. */
  current: boolean;
}
