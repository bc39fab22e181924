import { z } from 'zod';

/** Text that Postgres can hold: no NUL and no lone surrogate (SQLSTATE 22021, 22P05). Lengths count Unicode code points. */
export const storable = (schema: z.ZodString) =>
  schema.refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'Text must not hold NUL characters or lone surrogates' });

/** A required text of `min` to `max` code points. */
export const textOf = (min: number, max?: number) => storable(max === undefined ? z.string().min(min) : z.string().min(min).max(max));
