import { jsonrepair } from 'jsonrepair';

const LONGEST = 200_000;
/** Repair takes quadratic time when quotes do not pair: .3 s for 50,000 characters, over 25 s for 200,000 (measured). */
const REPAIRED = 50_000;
/** The most candidate objects of a text that are parsed. */
const TRIED = 4;

/** Removes a model's reasoning before the answer. An unclosed reasoning leaves no answer. */
const withoutThinking = (text: string) =>
  text.replace(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/giu, '').replace(/^[\s\S]*?<\/(?:think|thinking|reasoning)>/iu, '');

/** Possible objects in a text, the longest first: all of it, a fenced block, from the first brace to the last, to a truncated end. */
function* candidates(text: string): Generator<string> {
  const said = withoutThinking(text).trim();
  yield said;
  for (const [, fenced] of said.matchAll(/```(?:json|JSON)?\s*\n?([\s\S]*?)(?:```|$)/gu)) if (fenced) yield fenced.trim();
  const first = said.indexOf('{');
  const last = said.lastIndexOf('}');
  if (first >= 0 && last > first) yield said.slice(first, last + 1);
  if (first >= 0) yield said.slice(first);
}

const repair = (part: string): unknown => (part.length > REPAIRED ? undefined : JSON.parse(jsonrepair(part)));

/** The object of a model's answer, repaired where possible; undefined when there is none. Never throws. */
export function readObject(text: string): Record<string, unknown> | undefined {
  const said = text.slice(0, LONGEST);
  const parts = [...candidates(said).take(TRIED)].filter((part) => part.includes('{')); // prose would be repaired to a string
  for (const parse of [JSON.parse, repair])
    for (const part of parts) {
      try {
        const value = parse(part);
        const object = Array.isArray(value) ? value.find((one) => typeof one === 'object' && one !== null) : value;
        if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as Record<string, unknown>;
      } catch {}
    }
  return undefined;
}
