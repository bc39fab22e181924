import type { Format } from '../../domain/enrichment.ts';
import type { Spent } from '../../domain/money/cost.ts';
import type { Evidence } from '../../domain/page/evidence.ts';
import type { Grounds } from '../../domain/page/grounds.ts';
import type { Page } from '../../domain/page/page.ts';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../../domain/verdict.ts';
import type { ModelBudget } from '../ports.ts';

/** A criterion, or the base of a column, as a judge receives it. */
export interface Question {
  id: string;
  label: string;
  description: string | null;
}

export interface ColumnQuestion extends Question {
  format: Format;
}

/**
 * An unguarded verdict on one criterion. `quote` is the judge's own string and proves nothing yet; `note` is the reason in one sentence.
 */
export interface Finding {
  verdict: Verdict;
  reason: VerdictReason;
  quote: string | null;
  note: string;
  /** The fact that decided the verdict; absent if none did. */
  by?: Grounds;
}

/** An unguarded value for one column. `value` is normalised by format: plain decimal, ISO 8601 date, absolute URL. */
export interface ValueFinding {
  value: string | null;
  reason: ValueReason;
  quote: string | null;
  note: string;
}

/** A finding after the guard: its evidence is text found on the page, or it makes no claim. */
export type Judged = Omit<Finding, 'quote'> & { evidence: Evidence | null };
export type Valued = Omit<ValueFinding, 'quote'> & { evidence: Evidence | null };

/** The page text that a verdict rests on, with the label and heading above it ('' if there is none). */
export interface Proof {
  quote: string;
  label: string;
  heading: string;
}

/** A verdict whose quote the guard found on the page; `proof` is null if the verdict rests on no text. */
export type Guarded = Judged & { proof: Proof | null };

/** Why a verdict is withdrawn although its quote is on the page. `note` is the reason in one sentence. */
export interface Doubt {
  reason: 'disputed' | 'unproved';
  note: string;
}

/** All verdicts and values for one page, keyed by criterion id and column id. */
export interface Judgement<F, V> {
  verdicts: Map<string, F>;
  values: Map<string, V>;
  /** The cost; absent if there was none. */
  spent?: Spent;
}

export interface JudgeInput {
  page: Page;
  /** The webset's request. Its topic is context for every criterion. */
  request: string;
  criteria: Question[];
  columns: ColumnQuestion[];
  /** Quotes of the rules on this page. A model is always shown the passages that hold them. */
  quotes?: readonly string[];
  /** The spending limit for this page; absent if there is none. */
  budget?: ModelBudget;
}

/** A judge that replaces the rules: a language model. Its cells are stored under `name`. The caller must guard its findings. */
export interface Reasoner {
  name: Judge;
  judge(input: JudgeInput, signal: AbortSignal): Promise<Said>;
  /** Verdicts to withdraw after the guard found their quotes, keyed by criterion id. It never upgrades a verdict. */
  doubt?(input: JudgeInput, guarded: ReadonlyMap<string, Guarded>, signal: AbortSignal): Promise<Doubts>;
}

/** A reasoner's findings for one page. `unanswered` is why no model answered: the findings are then empty and the rules judge. */
export interface Said extends Judgement<Finding, ValueFinding> {
  unanswered?: string;
}

export interface Doubts {
  doubts: Map<string, Doubt>;
  spent: Spent;
}
