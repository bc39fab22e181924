/** An anchor's place in its line: UTF-16 units, end exclusive. */
export interface Anchor {
  url: string | null;
  start: number;
  end: number;
}

/** Text without characters from the first combining mark on is already NFC. */
const COMPOSABLE = /[\u0300-\uffff]/;

/**
 * A line in NFC with its anchors' offsets, recomputed where NFC changes lengths. Anchors that share a character with their neighbour are
 * dropped.
 */
export function composed(line: string, anchors: readonly Anchor[]) {
  const text = COMPOSABLE.test(line) ? line.normalize('NFC') : line;
  if (text === line) return { text, places: anchors.map((anchor) => trimmed(line, anchor)).filter(({ start, end }) => start < end) };

  const cuts = [...new Set([0, ...anchors.flatMap(({ start, end }) => [start, end]), line.length])]
    .filter((at) => at <= line.length)
    .sort((a, b) => a - b);
  const placeOf = new Map<number, number>([[0, 0]]);
  let length = 0;
  cuts.slice(1).forEach((cut, i) => {
    length += line.slice(cuts[i], cut).normalize('NFC').length;
    placeOf.set(cut, length);
  });
  if (length !== text.length) return { text, places: [] };
  const places = anchors.map(({ url, start, end }) => {
    const place = (at: number) => placeOf.get(Math.min(at, line.length)) ?? 0;
    return trimmed(text, { url, start: place(start), end: place(end) });
  });
  return { text, places: places.filter(({ start, end }) => start < end) };
}

/** An anchor's text without the spaces at its ends. */
function trimmed(text: string, { url, start, end }: Anchor) {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  return { url, start: from, end: from + words.trim().length };
}
