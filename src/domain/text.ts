import { z } from 'zod';

/** Text that Postgres can hold: no NUL and no lone surrogate (SQLSTATE 22021, 22P05). Lengths count Unicode code points. */
export const storable = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'Text must not hold NUL characters or lone surrogates' });

/** Any text as Postgres can hold it: for words of the outside world, which nobody can be asked to mend. */
export const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** A value as JSON that Postgres can hold, every text in it storable. */
export const storableJson = (value: unknown) =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));

/** A required text of `min` to `max` code points. */
export const textOf = (min: number, max?: number) => storable(max === undefined ? z.string().min(min) : z.string().min(min).max(max));

/** A table keyed by words of the outside world: it knows its own entries and nothing that every object has (`constructor`). */
export const wordTable = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), entries);
