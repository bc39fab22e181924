import { z } from 'zod';
import type { WantedSources } from './page/collection.ts';
import type { Run } from './run-state.ts';
import { nameOf, textOf } from './text.ts';

export const CATEGORIES = ['people', 'companies', 'research', 'articles', 'posts'] as const;
export type Category = (typeof CATEGORIES)[number];

export const WEBSET_STATUSES = ['draft', 'running', 'completed', 'cancelled', 'failed'] as const;
export type WebsetStatus = (typeof WEBSET_STATUSES)[number];

export const TITLE_MAX = 120;

/** Code points of a request, and of its notes. The parser reads 4,000. */
export const REQUEST_MAX = 10_000;

export interface Webset extends WantedSources {
  id: string;
  ownerId: string | null;
  title: string | null;
  originalQuery: string;
  category: Category | null;
  notes: string | null;
  /** Whether answers may decide that other rows are no match; otherwise these need review. */
  answersDeny: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A webset with its latest run, which determines its status. */
export type OpenedWebset = Webset & { run: Run | null };

/** draft before the first run, running while one is alive, then the result of the latest run. */
export function statusOf({ run }: Pick<OpenedWebset, 'run'>): WebsetStatus {
  if (run === null) return 'draft';
  return run.state === 'queued' ? 'running' : run.state;
}

/** When a webset, its columns or its run last changed. */
export function changedAt({ updatedAt, run }: Pick<OpenedWebset, 'updatedAt' | 'run'>): Date {
  const ran = run && (run.endedAt ?? run.startedAt ?? run.createdAt);
  return ran && ran > updatedAt ? ran : updatedAt;
}

export const websetId = z.uuid();

export const createWebsetInput = z.object({
  originalQuery: textOf(1, REQUEST_MAX).describe('The request in plain English.'),
  category: z.enum(CATEGORIES).optional().describe('What kind of thing is looked for.'),
  notes: textOf(0, REQUEST_MAX).optional().describe('Anything the agent should know besides the request.'),
});
export type CreateWebsetInput = z.infer<typeof createWebsetInput>;

export const titleInput = nameOf(1, TITLE_MAX).describe('The display title.');

/** The number of rows for each verdict over all criteria; `pending`: none yet. Hidden rows count as hidden only. */
export interface RowCounts {
  match: number;
  partial: number;
  needsReview: number;
  noMatch: number;
  /** The part of `noMatch` that only answers on other rows decided. */
  noByAnswers: number;
  pending: number;
  hidden: number;
  /** Rows merged into others: they are not results of their own. */
  merged: number;
}

/** How many of the caller's websets to list (spec section 8). */
export const listInput = z.object({ limit: z.int().min(1).max(100).default(20).describe('How many to list, the newest first.') });

/** Websets to claim (spec section 8). */
export const claimInput = z.array(websetId).min(1).max(20);
