import type { Unit } from '../score/units.ts';

/** A heading names a value if hardly more than a line is below it: “How many people”, then a number. */
const NAMING = { heading: 40, line: 120, lines: 4 };

/** A line that begins with a figure or consists of names. A sentence says more than its heading names. */
const VALUE =
  /^(?:(?:about|around|over|some|nearly|approximately|more than|up to|since|from|~|≈|ca\.?|c\.)\s*)?(?:[€$£]\s?)?\d|^(?:[\p{Lu}\d][\p{L}\d.’'-]*|and|or|in|of|the|de|&)(?:[\s,;/]+(?:[\p{Lu}\d][\p{L}\d.’'-]*|and|or|in|of|the|de|&)){0,7}\.?$/u;

/** The first line below each such heading, mapped to the heading, which becomes its label. */
export function namedBlocks(units: readonly Unit[]): Map<Unit, string> {
  const found = new Map<Unit, string>();
  // the first heading names the page itself
  const title = units.findIndex(({ tag }) => /^h[1-6]$/u.test(tag));
  for (const [i, { tag, text }] of units.entries()) {
    if (i === title || !/^h[2-6]$/u.test(tag) || text.length > NAMING.heading) continue;
    const end = units.findIndex((one, k) => k > i && /^h[1-6]$/u.test(one.tag));
    const below = units.slice(i + 1, end < 0 ? undefined : end);
    const [line] = below;
    if (
      line &&
      VALUE.test(line.text) &&
      line.label === '' &&
      below.length <= NAMING.lines &&
      below.every((one) => one.text.length <= NAMING.line)
    )
      found.set(line, text.replace(/[\s:?]+$/u, ''));
  }
  return found;
}
