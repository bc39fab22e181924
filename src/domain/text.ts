import { z } from 'zod';

/** Text that Postgres can store: no NUL and no lone surrogate (SQLSTATE 22021, 22P05). Lengths count Unicode code points. */
export const storable = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'Text must not hold NUL characters or lone surrogates' });

/** Characters that change the direction of the text after them: a name that holds one reads differently from what it is. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
/** A name that people enter and others read, without direction changes. */
export const nameOf = (min: number, max: number) =>
  textOf(min, max).refine((text) => !TURNS.test(text), {
    error: 'Text must not hold signs that turn its direction (U+202A to U+202E, U+2066 to U+2069)',
  });

/** Removes those characters from a name that must not be refused. */
export const withoutTurns = (text: string) => text.replace(new RegExp(TURNS, 'g'), '');

/** Makes any text storable in Postgres: for external text, which nobody can be asked to correct. */
export const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** JSON that Postgres can store, with every text in it made storable. */
export const storableJson = (value: unknown) =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));

/** A required text of `min` to `max` code points. */
export const textOf = (min: number, max?: number) => storable(max === undefined ? z.string().min(min) : z.string().min(min).max(max));

/** A table keyed by external words: it has its own entries and none that every object inherits (`constructor`). */
export const wordTable = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), entries);

/**
 * Caches answers that depend only on the texts of the question. The cache is cleared after `most` entries; a question over `longest`
 * characters is not cached.
 */
export function remembered<A extends readonly (string | boolean | readonly string[])[], T>(
  ask: (...of: A) => T,
  most = 2000,
  longest = 500,
): (...of: A) => T {
  const known = new Map<string, T>();
  return (...of) => {
    const key = of.length === 1 ? String(of[0]) : of.join('\n');
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = ask(...of);
    if (key.length > longest) return answer;
    if (known.size >= most) known.clear();
    known.set(key, answer);
    return answer;
  };
}
