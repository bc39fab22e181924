import { z } from 'zod';

/** Text that Postgres can hold: no NUL and no lone surrogate (SQLSTATE 22021, 22P05). Lengths count Unicode code points. */
export const storable = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'Text must not hold NUL characters or lone surrogates' });

/** Signs that turn the direction of the text behind them: a name that holds one is read otherwise than it is. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
/** A name that people give and others read: as it is written. */
export const nameOf = (min: number, max: number) =>
  textOf(min, max).refine((text) => !TURNS.test(text), {
    error: 'Text must not hold signs that turn its direction (U+202A to U+202E, U+2066 to U+2069)',
  });

/** A name that is not to be refused, without those signs. */
export const withoutTurns = (text: string) => text.replace(new RegExp(TURNS, 'g'), '');

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

/**
 * Answers a question by what was answered before. The answer must follow from the question's texts alone. After `most` of them all are forgotten; one of more than
 * `longest` characters is asked anew each time.
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
