/** Replaces an unreadable figure; clients may add to it and it stays negative. */
const UNREADABLE = -1e12;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Names of token figures, and those that a protocol requires. */
const FIGURE = /(?:tokens|token_?count)$/iu;
const NEEDED = /^(?:input|output)_tokens$/u;

function cleaned(value: unknown, key = ''): unknown {
  if (FIGURE.test(key)) return figureOf(value, key);
  if (Array.isArray(value)) return value.map((one) => cleaned(one));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, name)])) : value;
}

function figureOf(value: unknown, key: string): number | null {
  if (value === null && !NEEDED.test(key)) return null;
  const figure = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/u.test(value) ? Number(value) : value;
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : UNREADABLE;
}

function cleanBody(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    if (!isObject(answer)) return body;
    const counts = Object.entries(answer).filter(([name]) => name === 'usage' || name === 'usageMetadata');
    if (counts.length === 0) return body;
    return JSON.stringify({
      ...answer,
      ...Object.fromEntries(counts.map(([name, usage]) => [name, isObject(usage) ? cleaned(usage) : null])),
    });
  } catch {
    return body; // not JSON, so there are no figures
  }
}

/** A `fetch` that turns token figures into numbers, since clients reject a whole answer for one figure of another type. */
export const countable =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const { status, statusText, headers } = response;
    const body = await response.arrayBuffer();
    const text = new TextDecoder().decode(body);
    const clean = cleanBody(text);
    return new Response(clean === text ? (status === 204 ? null : body) : clean, { status, statusText, headers });
  };

/** The tokens to charge: the provider's figure, rounded up, at most `most`, the reserved amount; `guessed` where it reports none. */
export const tokensUsed = (said: number | undefined, guessed: number, most: number): number =>
  said !== undefined && said > 0 ? Math.min(most, Math.ceil(said)) : guessed;
