import type { LineFragment } from '../generated/documents.ts';

/**
 * Rows with fresh ones among them: known ones in their place, new ones behind, in the order found. A row that is as it was stays the same
 * object, so that what shows it is left alone; nothing new answers the same list.
 */
export function mergeLines(lines: readonly LineFragment[], fresh: readonly LineFragment[]): readonly LineFragment[] {
  if (fresh.length === 0) return lines;
  const places = new Map(lines.map(({ uuid }, i) => [uuid, i]));
  let merged: LineFragment[] | null = null;
  for (const line of fresh) {
    const at = places.get(line.uuid);
    const known = at === undefined ? undefined : lines[at];
    if (known && JSON.stringify(known) === JSON.stringify(line)) continue;
    merged ??= [...lines];
    if (at === undefined) {
      places.set(line.uuid, merged.length);
      merged.push(line);
    } else merged[at] = line;
  }
  return merged ?? lines;
}
