import { z } from 'zod';
import type { ColumnQuestion, Finding, Question, ValueFinding } from '../judge/finding.ts';
import { readObject } from './json.ts';
import type { Passages } from './passages.ts';

/** A model's possible answers to a criterion; rules derive the verdict from them. */
export const SAYS = ['yes', 'partly', 'no', 'silent', 'other', 'planned', 'conflict', 'unclear'] as const;
type Says = (typeof SAYS)[number];

const NOTE_MAX = 300;
const QUOTE_MAX = 2_000;

/** The shape of the answer as JSON Schema: all fields required, no others, as strict modes demand. */
export const ANSWER_SCHEMA: Record<string, unknown> = (() => {
  const text = { type: 'string' };
  const number = { type: ['integer', 'null'] };
  const object = (properties: Record<string, unknown>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const list = (items: unknown) => ({ type: 'array', items });
  return object({
    criteria: list(
      object({ id: text, says: { type: 'string', enum: SAYS }, passage: number, quote: { type: ['string', 'null'] }, note: text }),
    ),
    columns: list(object({ id: text, value: { type: ['string', 'null'] }, passage: number, quote: { type: ['string', 'null'] } })),
  });
})();

/** Words for "nothing here" that models write instead of null. */
const NOTHING = /^(?:null|none|n\/?a|unknown|not (?:stated|given|available|specified|mentioned|found)|-+)?$/iu;
const loose = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((said) => (said === null || said === undefined ? '' : String(said).slice(0, most).trim()))
    .catch('');
const passage = z.coerce.number().int().min(1).nullish().catch(null);

const said = z.object({
  id: z.coerce.string(),
  says: z.preprocess((word) => (typeof word === 'string' ? word.trim().toLowerCase() : word), z.enum(SAYS)),
  passage,
  quote: loose(QUOTE_MAX),
  note: loose(NOTE_MAX),
});
const columnAnswer = z.object({ id: z.coerce.string(), value: loose(QUOTE_MAX), passage, quote: loose(QUOTE_MAX) });

const MEANS: Record<Says, Pick<Finding, 'verdict' | 'reason'>> = {
  yes: { verdict: 'match', reason: 'stated' },
  partly: { verdict: 'partial', reason: 'part' },
  no: { verdict: 'no_match', reason: 'contradicted' },
  silent: { verdict: 'needs_review', reason: 'silent' },
  other: { verdict: 'no_match', reason: 'unrelated' },
  planned: { verdict: 'needs_review', reason: 'hypothetical' },
  conflict: { verdict: 'needs_review', reason: 'conflict' },
  unclear: { verdict: 'needs_review', reason: 'ambiguous' },
};

/** Answers that only a page on the right subject can give. */
const STATES = new Set<Says>(['yes', 'partly', 'no', 'conflict']);

export interface Answered {
  verdicts: Map<string, Finding>;
  values: Map<string, ValueFinding>;
}

/** A model may return a list, or an object with the ids as keys. */
const entries = (part: unknown): unknown[] =>
  Array.isArray(part)
    ? part
    : typeof part === 'object' && part !== null
      ? Object.entries(part).map(([id, one]) => (typeof one === 'object' && one !== null ? { id, ...one } : { id, says: one, value: one }))
      : [];

/** The answers by id. Two different answers for one id count as none. */
function byId<T extends z.ZodType<{ id: string }>>(
  part: unknown,
  shape: T,
  content: (one: z.output<T>) => string,
): Map<string, z.output<T>> {
  const found = new Map<string, z.output<T>>();
  const torn = new Set<string>();
  for (const entry of entries(part)) {
    const { data } = shape.safeParse(entry);
    if (data === undefined) continue;
    const id = data.id.trim().toLowerCase();
    const other = found.get(id);
    if (other && content(other) !== content(data)) torn.add(id);
    if (!other) found.set(id, data);
  }
  for (const id of torn) found.delete(id);
  return found;
}

/** One line of printable characters, since people are shown a model's words. */
const line = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NOTE_MAX);

/**
 * The answers in a model's text by the ids of their questions; missing, ambiguous and invalid ones are absent. Null when the text contains
 * no object. A missing quote is replaced by the passage that was named.
 */
export function readAnswer(
  text: string,
  criteria: readonly Question[],
  columns: readonly ColumnQuestion[],
  passages: Passages,
): Answered | null {
  const object = readObject(text);
  if (!object) return null;
  const quoted = ({ quote, passage }: { quote: string; passage?: number | null | undefined }) =>
    NOTHING.test(quote) ? (passage ? (passages.shown[passage - 1]?.text ?? null) : null) : quote;
  const saids = byId(object.criteria, said, ({ says }) => says);
  const columnAnswers = byId(object.columns, columnAnswer, ({ value }) => value);
  // a page that answers one criterion is on the right subject
  const isOther = !saids.values().some(({ says }) => STATES.has(says));
  const verdicts = new Map<string, Finding>();
  for (const [i, { id }] of criteria.entries()) {
    const one = saids.get(`c${i + 1}`);
    if (!one) continue;
    const says = one.says === 'other' && !isOther ? 'silent' : one.says;
    verdicts.set(id, { ...MEANS[says], quote: says === 'silent' || says === 'other' ? null : quoted(one), note: line(one.note) });
  }
  const values = new Map<string, ValueFinding>();
  for (const [i, { id, label }] of columns.entries()) {
    const one = columnAnswers.get(`e${i + 1}`);
    if (!one) continue;
    const value = NOTHING.test(one.value) ? null : one.value;
    values.set(
      id,
      value === null
        ? { value, reason: 'silent', quote: null, note: `The page does not give “${label}”.` }
        : { value, reason: 'stated', quote: quoted(one), note: '' },
    );
  }
  return { verdicts, values };
}
