import { z } from 'zod';
import { textOf } from './text.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

export const REVIEW_NOTE_MAX = 1000;
/** How many entries of a cell's history are answered, the newest. */
export const REVIEWS_MAX = 100;

/** What a person says of one row and one criterion; a null verdict takes back what was said before. */
export const reviewInput = z.object({ verdict: z.enum(VERDICTS).nullable(), note: textOf(0, REVIEW_NOTE_MAX).optional() });
export type ReviewInput = z.infer<typeof reviewInput>;

/** An entry of a cell's history. `reviewer`: what the person is called; null for somebody who was not signed in, or whose account is gone. */
export interface VerdictReview {
  verdict: Verdict | null;
  note: string | null;
  reviewer: string | null;
  at: Date;
}

/** The verdict that counts: the person's where one stands, else the reasoner's. */
export const effectiveVerdict = (review: { verdict: Verdict | null } | undefined, cell: { verdict: Verdict | null } | undefined) =>
  review?.verdict ?? cell?.verdict ?? null;

/** What a user is called: the name, or the mail address; of the latter others see what stands before the @, since an id may be shared with anyone. */
export const calledBy = ({ id, name, email }: { id: string; name: string; email: string }, viewerId: string | null) =>
  name.trim() || (id === viewerId ? email : email.replace(/@.*$/s, ''));
