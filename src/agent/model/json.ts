import { jsonrepair } from 'jsonrepair';

const LONGEST = 200_000;

/** What a model thought aloud before it answered; a thought that never ends is no answer. */
const withoutThinking = (text: string) =>
  text.replace(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/giu, '').replace(/^[\s\S]*?<\/(?:think|thinking|reasoning)>/iu, '');

/** The objects that begin in a text, widest first: the whole of it, a fenced block, from the first brace to the last, to the end of what broke off. */
function* candidates(text: string): Iterable<string> {
  const said = withoutThinking(text).trim();
  yield said;
  for (const [, fenced] of said.matchAll(/```(?:json|JSON)?\s*\n?([\s\S]*?)(?:```|$)/gu)) if (fenced) yield fenced.trim();
  const first = said.indexOf('{');
  const last = said.lastIndexOf('}');
  if (first >= 0 && last > first) yield said.slice(first, last + 1);
  if (first >= 0) yield said.slice(first);
}

/** The object that a model meant to answer with, repaired where it can be; undefined when there is none. Never throws. */
export function readObject(text: string): Record<string, unknown> | undefined {
  const said = text.slice(0, LONGEST);
  for (const parse of [JSON.parse, (part: string) => JSON.parse(jsonrepair(part))] as ((part: string) => unknown)[])
    for (const part of candidates(said)) {
      if (!part.includes('{')) continue; // prose would be repaired to a string
      try {
        const value = parse(part);
        const object = Array.isArray(value) ? value.find((one) => typeof one === 'object' && one !== null) : value;
        if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as Record<string, unknown>;
      } catch {}
    }
  return undefined;
}
