import { z } from 'zod';
import type { Viewer } from '../access.ts';
import type { Format } from '../enrichment.ts';
import { nameOf, storable, textOf } from '../text.ts';
import { VERDICTS, type Verdict } from '../verdict.ts';

export const REVIEW_NOTE_MAX = 1000;
/** Of a value that a person writes, in code points. */
export const VALUE_MAX = 2000;
/** How many entries of a cell's history are answered, the newest. */
export const REVIEWS_MAX = 100;

/** The sentence that a person chose: UTF-16 offsets of the canonical text of the row's page, `end` exclusive, inside one block. */
export const passageInput = z.object({ start: z.int().min(0), end: z.int().min(1) }).refine(({ start, end }) => start < end, {
  error: 'A passage ends after it starts',
});

/** What a person says of one row and one criterion; a null verdict takes back what was said before. */
export const reviewInput = z.object({
  verdict: z.enum(VERDICTS).nullable(),
  note: textOf(0, REVIEW_NOTE_MAX).optional(),
  passage: passageInput.optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** Of a number, in characters: no page gives more, and spreadsheets read fifteen digits of it. */
const NUMBER_MAX = 40;
/** Whether a day of ISO 8601 is in the calendar; a month and a year are. */
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

/** What keeps a text from being a value of a format; null: it is one. */
export function misfitOf(format: Format, text: string): string | null {
  const { error } = BY_FORMAT[format].safeParse(text);
  return error?.issues[0]?.message ?? null;
}

/** What a person says of one row and one column of a format: null, the page gives no value; `withdraw` takes back what was said before. */
export const valueReviewInput = (format: Format) =>
  z.object({ value: BY_FORMAT[format].nullable(), passage: passageInput.optional(), withdraw: z.boolean().optional() });

/** An entry of a cell's history. `reviewer`: what the person is called; null for somebody who was not signed in, or whose account is gone. */
export interface VerdictReview {
  verdict: Verdict | null;
  note: string | null;
  reviewer: string | null;
  at: Date;
}

/** An entry of the history of one row and one column. `withdrawn`: it takes back what was said before. */
export interface ValueReview {
  value: string | null;
  withdrawn: boolean;
  reviewer: string | null;
  at: Date;
}

/** Of a title that a person writes, in code points. */
export const TITLE_MAX = 300;
/** What a person calls a row; null takes back what was said before. */
export const titleReviewInput = nameOf(1, TITLE_MAX).nullable();

/** An entry of the history of a row's title. `title` null: it is called as it was found. */
export interface TitleReview {
  title: string | null;
  reviewer: string | null;
  at: Date;
}

/** The verdict that counts: the person's where one stands, else the reasoner's. */
export const effectiveVerdict = (review: { verdict: Verdict | null } | undefined, cell: { verdict: Verdict | null } | undefined) =>
  review?.verdict ?? cell?.verdict ?? null;

/**
 * What a user is called: the name, or the mail address; of the latter others see what stands before the @, since an id may be shared with anyone. Null to who
 * reads by a link: it may lie anywhere.
 */
export function calledBy({ id, name, email }: { id: string; name: string; email: string }, { userId, share }: Viewer): string | null {
  if (share && share.userId === null) return null;
  return name.trim() || (id === userId ? email : email.replace(/@.*$/s, ''));
}
