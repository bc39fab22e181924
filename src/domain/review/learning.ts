/** An honest estimate of the verdicts learned on one criterion, from what was predicted before each answer. */
export interface LearningEstimate {
  /** Rows decided match or no_match without an answer. */
  decided: number;
  /** Share of decided verdicts that are right, 0 to 1, with a 90 % interval; null below eight answers. */
  precision: number | null;
  low: number | null;
  high: number | null;
}

/** How far learning from people's answers is, for one criterion. */
export interface Learning extends LearningEstimate {
  /** Answers that count. */
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
