import { z } from 'zod';
import type { Viewer } from '../access.ts';
import type { Format } from '../enrichment.ts';
import { nameOf, storable, textOf } from '../text.ts';
import { VERDICTS, type Verdict } from '../verdict.ts';

export const REVIEW_NOTE_MAX = 1000;
/** The most code points of a value that a person writes. */
export const VALUE_MAX = 2000;
/** The most entries of a cell's history that are returned, newest first. */
export const REVIEWS_MAX = 100;

/** The sentence that a person chose: UTF-16 offsets in the canonical text of the row's page, `end` exclusive, within one block. */
export const passageInput = z.object({ start: z.int().min(0), end: z.int().min(1) }).refine(({ start, end }) => start < end, {
  error: 'A passage ends after it starts',
});

/** A person's verdict on one row and one criterion; null withdraws the previous one. */
export const reviewInput = z.object({
  verdict: z.enum(VERDICTS).nullable(),
  note: textOf(0, REVIEW_NOTE_MAX).optional(),
  passage: passageInput.optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** The most characters of a number: no page needs more, and spreadsheets read 15 digits. */
const NUMBER_MAX = 40;
/** Whether an ISO 8601 day exists; a month or a year always does. */
const isOfCalendar = (iso: string) => iso.length < 10 || new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) === true;

const BY_FORMAT: Record<Format, z.ZodType<string>> = {
  text: textOf(1, VALUE_MAX),
  url: storable(z.url({ protocol: /^https?$/, error: 'A url is absolute, http or https' }).max(VALUE_MAX)).refine(
    (url) => !/\s/u.test(url),
    {
      error: 'A url holds no white space',
    },
  ),
  number: z
    .string()
    .regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/, { error: 'A number is a plain decimal, such as 1200 or -0.5' })
    .max(NUMBER_MAX, { error: `A number has ${NUMBER_MAX} characters at most` }),
  date: z
    .string()
    .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, { error: 'A date is ISO 8601: 2014, 2014-05 or 2014-05-20' })
    .refine(isOfCalendar, { error: 'There is no such day' }),
};

/** Why a text is not a value of a format; null if it is one. */
export function misfitOf(format: Format, text: string): string | null {
  const { error } = BY_FORMAT[format].safeParse(text);
  return error?.issues[0]?.message ?? null;
}

/** A person's value for one row and one column. null: the page has none; `withdraw` takes back the previous one. */
export const valueReviewInput = (format: Format) =>
  z.object({ value: BY_FORMAT[format].nullable(), passage: passageInput.optional(), withdraw: z.boolean().optional() });

/** An entry of a cell's history. `reviewer`: the person's display name; null if not signed in, or if the account was deleted. */
export interface VerdictReview {
  verdict: Verdict | null;
  note: string | null;
  reviewer: string | null;
  at: Date;
}

/** An entry of the history of a value. `withdrawn`: it takes back the previous one. */
export interface ValueReview {
  value: string | null;
  withdrawn: boolean;
  reviewer: string | null;
  at: Date;
}

/** The most code points of a title that a person writes. */
export const TITLE_MAX = 300;
/** A person's title for a row; null withdraws the previous one. */
export const titleReviewInput = nameOf(1, TITLE_MAX).nullable();

/** An entry of a title's history. `title` null: the row has the title that was found. */
export interface TitleReview {
  title: string | null;
  reviewer: string | null;
  at: Date;
}

/** The verdict that counts: a person's if there is one, else the judge's. */
export const effectiveVerdict = (review: { verdict: Verdict | null } | undefined, cell: { verdict: Verdict | null } | undefined) =>
  review?.verdict ?? cell?.verdict ?? null;

/**
 * A user's display name: the name, or the part of the mail address before the @, as an id may be shared with anyone (the user sees all of
 * it). Null through a link, which may be public.
 */
export function calledBy({ id, name, email }: { id: string; name: string; email: string }, { userId, share }: Viewer): string | null {
  if (share && share.userId === null) return null;
  return name.trim() || (id === userId ? email : email.replace(/@.*$/s, ''));
}
