/**
 * The minimum and maximum value of a currency in euros from 2021 to 2026, with a margin. A price in another currency decides a bound only
 * if it does so at every rate in between.
 */
const EUROS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  EUR: [1, 1], GBP: [1.05, 1.27], USD: [0.78, 1.08], CHF: [0.88, 1.12], SEK: [0.075, 0.105], NOK: [0.075, 0.11], DKK: [0.132, 0.137], ISK: [0.006, 0.008], CZK: [0.036, 0.046],
  PLN: [0.19, 0.26], HUF: [0.0021, 0.0031], RON: [0.18, 0.22], BGN: [0.51, 0.52], CAD: [0.56, 0.82], AUD: [0.5, 0.73], NZD: [0.45, 0.68], JPY: [0.005, 0.009],
}; // biome-ignore format: a table

/** The minimum and maximum rate between two currencies; null when unknown. */
export function rateBetween(from: string, to: string): readonly [least: number, most: number] | null {
  const [one, other] = [EUROS[from], EUROS[to]];
  return one && other ? [one[0] / other[1], one[1] / other[0]] : null;
}
