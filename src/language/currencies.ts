/**
 * What one unit of a currency was worth in euros, at least and at most, in the years 2021 to 2026, a little widened. A price in another currency than is asked is told
 * where it is within or beyond the bound at any of these rates.
 */
const EUROS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  EUR: [1, 1], GBP: [1.08, 1.25], USD: [0.8, 1.06], CHF: [0.9, 1.1], SEK: [0.08, 0.1], NOK: [0.08, 0.11], DKK: [0.13, 0.14], ISK: [0.006, 0.008], CZK: [0.038, 0.045],
  PLN: [0.2, 0.25], HUF: [0.0022, 0.003], RON: [0.19, 0.21], BGN: [0.51, 0.52], CAD: [0.58, 0.74], AUD: [0.53, 0.7], NZD: [0.48, 0.66], JPY: [0.005, 0.008],
}; // biome-ignore format: a table

/** How many units of one currency one of another is, at least and at most; null where a rate is not known. */
export function rateBetween(from: string, to: string): readonly [least: number, most: number] | null {
  const [one, other] = [EUROS[from], EUROS[to]];
  return one && other ? [one[0] / other[1], one[1] / other[0]] : null;
}
