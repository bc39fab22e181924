/** Texts that are remembered, and how long they may be: the attributes of a page repeat themselves. */
const MOST = 2000;
const LONGEST = 500;

/** Asks once for a text, and again when it was forgotten. */
export function remembered<T>(ask: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const answer = known.get(text);
    if (answer !== undefined) return answer;
    const fresh = ask(text);
    if (text.length > LONGEST) return fresh;
    if (known.size >= MOST) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}
