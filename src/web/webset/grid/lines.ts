import type { LineFragment } from '../../generated/documents.ts';

/**
 * Merges fresh rows: known ones keep their place, new ones are appended. An unchanged row keeps its object, and an unchanged list its
 * array, so that nothing renders again.
 */
export function mergeLines(
  lines: readonly LineFragment[],
  fresh: readonly LineFragment[],
  onChanged: (line: LineFragment) => void = () => {},
): readonly LineFragment[] {
  if (fresh.length === 0) return lines;
  const places = placesOf(lines);
  let merged: LineFragment[] | null = null;
  for (const line of fresh) {
    const at = places.get(line.uuid);
    const before = at === undefined ? undefined : (merged ?? lines)[at];
    if (before && JSON.stringify(before) === JSON.stringify(line)) continue;
    merged ??= [...lines];
    if (at === undefined) {
      places.set(line.uuid, merged.length);
      merged.push(line);
    } else merged[at] = line;
    onChanged(line);
  }
  const result = merged ?? lines;
  placesKnown.set(result, places);
  return result;
}

/** The index of each row. A list that extends another one takes over its map. */
const placesKnown = new WeakMap<readonly LineFragment[], Map<string, number>>();
function placesOf(lines: readonly LineFragment[]): Map<string, number> {
  const places = placesKnown.get(lines) ?? new Map(lines.map(({ uuid }, i) => [uuid, i]));
  placesKnown.delete(lines);
  return places;
}

/** Rows in the order of a full list of ids, newer ones at the end; rows that were known before and are not in it are removed. */
export function inOrder(lines: readonly LineFragment[], ids: readonly string[], before: readonly LineFragment[]): readonly LineFragment[] {
  if (lines.length === ids.length && lines.every(({ uuid }, i) => uuid === ids[i])) return lines;
  const known = new Map(lines.map((line) => [line.uuid, line]));
  const old = new Set(before.map(({ uuid }) => uuid));
  const listed = ids.flatMap((id) => known.get(id) ?? []);
  for (const id of ids) known.delete(id);
  return [...listed, ...[...known.values()].filter(({ uuid }) => !old.has(uuid))];
}
