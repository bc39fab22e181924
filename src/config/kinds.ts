import { z } from 'zod';
import { MODEL_PROVIDERS } from '../domain/model/providers.ts';

// The kinds of settings of which the environment is made: each reads the text of a variable.

/** A whole number within bounds, both included. */
export const number = (fallback: number, min = 0, max = 1_000_000) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback);
/** A size with its unit, such as 50mb, in bytes. */
export const size = (pattern: RegExp, problem: string, fallback: string) =>
  z
    .string()
    .regex(pattern, problem)
    .default(fallback)
    .transform((text) => Number.parseInt(text, 10) * (/mb$/i.test(text) ? 2 ** 20 : 2 ** 10));
/** Words parted by commas or spaces. */
export const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean));
export const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((word) => word === 'on');
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** A URL or a mail address that a header may hold. */
export const contact = z.string().regex(/^[\x21-\x7e]{3,200}$/, 'must be a mail address or a URL');

type Named<Name extends string, Suffix extends string> = `${Uppercase<Name>}_${Suffix}`;
/** One setting a name, such as BRAVE_API_KEY. */
export const settingsOf = <Name extends string, Suffix extends string, T extends z.ZodType>(
  names: readonly Name[],
  suffix: Suffix,
  setting: T,
) => Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_${suffix}`, setting])) as Record<Named<Name, Suffix>, T>;
/** What `settingsOf` made, by the name alone. */
export const byName = <Name extends string, Suffix extends string>(
  names: readonly Name[],
  suffix: Suffix,
  data: Partial<Record<Named<NoInfer<Name>, NoInfer<Suffix>>, string | undefined>>,
) =>
  Object.fromEntries(names.map((name) => [name, data[`${name.toUpperCase()}_${suffix}` as Named<Name, Suffix>]])) as Record<
    Name,
    string | undefined
  >;

/** A key that a header may hold. */
export const secret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces');

/** US dollars, to a millionth. */
export const dollars = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount in US dollars such as 5 or 0.25')
  .transform(Number);

type ModelSetting<Prefix extends string> = {
  [key in `${Prefix}_PROVIDER`]: z.ZodOptional<z.ZodEnum<{ [name in (typeof MODEL_PROVIDERS)[number]]: name }>>;
} & { [key in `${Prefix}_MODEL` | `${Prefix}_API_KEY` | `${Prefix}_BASE_URL`]: z.ZodOptional<z.ZodType<string, string>> };
export const modelSettings = <Prefix extends string>(prefix: Prefix) =>
  ({
    [`${prefix}_PROVIDER`]: z.enum(MODEL_PROVIDERS).optional(),
    [`${prefix}_MODEL`]: z.string().trim().min(1).max(200).optional(),
    [`${prefix}_API_KEY`]: secret.optional(),
    [`${prefix}_BASE_URL`]: httpUrl.optional(),
  }) as ModelSetting<Prefix>;
