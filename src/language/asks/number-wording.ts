import type { Dimension, NumberAsk } from './ask.ts';
import { uncapitalized } from './content-words.ts';
import { daysIn } from './spans.ts';

type Unit = readonly [size: number, name: string];
type Bounds = { min: number | null; max: number | null };

/** Units for a measure, largest first, by their size in the base unit. */
const UNITS: Partial<Record<Dimension, readonly Unit[]>> = {
  length: [[1000, 'km'], [1, 'm'], [0.01, 'cm'], [0.001, 'mm']],
  area: [[1e6, 'km²'], [10_000, 'ha'], [1, 'm²']],
  mass: [[1e6, 't'], [1000, 'kg'], [1, 'g']],
  data: [[1e6, 'TB'], [1000, 'GB'], [1, 'MB'], [0.001, 'kB']],
  volume: [[1, 'l'], [0.001, 'ml']],
  power: [[1000, 'kW'], [1, 'W']],
}; // biome-ignore format: a table

/** Words for a bounded number: “number of rooms: at least 20”, “price: at most 150 EUR per night”, “time: at most 3 months”. */
export function numberWording(ask: NumberAsk): string {
  const spans = (ask.any ?? [ask]).map((bounds) => boundsWording(bounds, unitOf(ask, bounds)));
  return `${headOf(ask)}: ${spans.join(' or ')}${ask.per === '' ? '' : ` per ${ask.per}`}`;
}

/** What the number is about, with more details in brackets. */
function headOf({ of, noun, attributes }: NumberAsk): string {
  const about = uncapitalized(attributes.join(' '));
  if (of === 'money') return `${about === '' ? 'price' : about}${noun === '' ? '' : ` of ${uncapitalized(noun)}`}`;
  const head = of === 'count' ? `number${noun === '' ? '' : ` of ${uncapitalized(noun)}`}` : of;
  return about === '' ? head : `${head} (${about})`;
}

/** The unit for the wording: for durations the criterion's own, for measures the largest that fits into the bound. */
function unitOf({ of, noun, currency }: NumberAsk, { min, max }: Bounds): Unit {
  if (of === 'time') return [daysIn(noun) ?? 1, ` ${noun === '' ? 'days' : noun.toLowerCase()}`];
  if (of === 'money') return [1, currency === null ? '' : ` ${currency}`];
  const bound = Math.abs(min || max || 0);
  const units = UNITS[of] ?? [];
  const unit = units.find(([size]) => bound >= size) ?? units.at(-1);
  return unit ? [unit[0], ` ${unit[1]}`] : [1, currency ?? ''];
}

function boundsWording({ min, max }: Bounds, [size, unit]: Unit): string {
  const low = min === null ? null : said(min / size, 1);
  const high = max === null ? null : said(max / size, -1);
  if (low && high) return low.text === high.text ? `${low.text}${unit}` : `${low.text} to ${high.text}${unit}`;
  if (low) return `${low.isBeyond ? 'more than' : 'at least'} ${low.text}${unit}`;
  return high ? `${high.isBeyond ? 'less than' : 'at most'} ${high.text}${unit}` : 'any';
}

/**
 * A bound in words. `isBeyond`: “more than” (stored as the next number up) or “less than”. `towards`: 1 for a lower bound, -1 for an upper
 * one.
 */
function said(bound: number, towards: 1 | -1): { text: string; isBeyond: boolean } {
  const plain = Math.abs(bound) < 1e-8 ? 0 : Number(bound.toPrecision(7));
  const beyond = (bound - plain) * towards;
  const isBeyond = beyond > Math.abs(plain) * 1e-12 && beyond < Math.max(1, Math.abs(plain)) * 3e-9;
  return { text: plainly(isBeyond ? plain : bound), isBeyond };
}

/** “1,500”, “0.75”: integers in full, others with four digits. */
const plainly = (number: number) => {
  const rounded = Number.isInteger(number) || Math.abs(number) >= 1000 ? Math.round(number) : Number(number.toPrecision(4));
  return rounded.toLocaleString('en', { maximumFractionDigits: 20 });
};
