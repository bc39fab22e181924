import type { Format } from '../../domain/enrichment.ts';
import type { Spent } from '../../domain/money/cost.ts';
import type { Evidence } from '../../domain/page/evidence.ts';
import type { Grounds } from '../../domain/page/grounds.ts';
import type { Page } from '../../domain/page/page.ts';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../../domain/verdict.ts';
import type { ModelBudget } from '../ports.ts';

/** What is asked of a page. */
export interface Question {
  id: string;
  label: string;
  description: string | null;
}

export interface ColumnQuestion extends Question {
  format: Format;
}

/** What a reasoner says of a criterion, before the guard: `quote` is its own string and proves nothing yet. `note`: why, in a sentence. */
export interface Finding {
  verdict: Verdict;
  reason: VerdictReason;
  quote: string | null;
  note: string;
  /** Of a verdict that a fact of the page gives: which. */
  by?: Grounds;
}

/** What a reasoner says of a column, before the guard. `value` is normalised by format: plain decimal, ISO 8601, absolute URL. */
export interface ValueFinding {
  value: string | null;
  reason: ValueReason;
  quote: string | null;
  note: string;
}

/** What the guard lets through: with the page's own words, or without a claim. */
export type Judged = Omit<Finding, 'quote'> & { evidence: Evidence | null };
export type Valued = Omit<ValueFinding, 'quote'> & { evidence: Evidence | null };

/** The page's own words that a verdict rests on, and what stands over them: '' where nothing does. */
export interface Proof {
  quote: string;
  label: string;
  heading: string;
}

/** A verdict whose words the guard has found; null where it rests on none. */
export type Guarded = Judged & { proof: Proof | null };

/** Why a verdict is taken back although its words are on the page. `note`: in a sentence. */
export interface Doubt {
  reason: 'disputed' | 'unproved';
  note: string;
}

/** What one page says on everything asked, keyed by the question's id. */
export interface Judgement<F, V> {
  verdicts: Map<string, F>;
  values: Map<string, V>;
  /** What it cost; absent: nothing. */
  spent?: Spent;
}

export interface JudgeInput {
  page: Page;
  /** The webset's request: its topic is context for every criterion. */
  request: string;
  criteria: Question[];
  columns: ColumnQuestion[];
  /** What the rules quoted of the page: passages that hold it are always shown to a model. */
  quotes?: readonly string[];
  /** What may be spent on it; absent: as much as it takes. */
  budget?: ModelBudget;
}

/** Who judges in the place of the rules, a model; its cells go by its name. `judge` never proves anything by itself, the caller applies the guard to what it says. */
export interface Reasoner {
  name: Judge;
  judge(input: JudgeInput, signal: AbortSignal): Promise<Said>;
  /** What it takes back of its own verdicts once the guard has found their words, keyed by the criterion's id. It raises none. */
  doubt?(input: JudgeInput, guarded: ReadonlyMap<string, Guarded>, signal: AbortSignal): Promise<Doubts>;
}

/** What a reasoner says of a page. `unanswered`: why no model answered; then it says nothing, and the rules judge. */
export interface Said extends Judgement<Finding, ValueFinding> {
  unanswered?: string;
}

export interface Doubts {
  doubts: Map<string, Doubt>;
  spent: Spent;
}
