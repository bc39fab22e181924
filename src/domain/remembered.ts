/** A longer question is asked anew each time. */
const LONGEST = 500;

/** Answers a question by what was answered before; after `most` of them all are forgotten. The answer follows from the question's texts alone. */
export function remembered<A extends readonly (string | boolean | readonly string[])[], T>(
  ask: (...of: A) => T,
  most = 2000,
): (...of: A) => T {
  const known = new Map<string, T>();
  return (...of) => {
    const key = of.length === 1 ? String(of[0]) : of.join('\n');
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = ask(...of);
    if (key.length > LONGEST) return answer;
    if (known.size >= most) known.clear();
    known.set(key, answer);
    return answer;
  };
}
