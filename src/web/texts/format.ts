export interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

const number = new Intl.NumberFormat('en');
export const n = (count: number) => number.format(count);
export const many = (count: number, one: string, more = `${one}s`) => `${n(count)} ${count === 1 ? one : more}`;
/** US dollars with cents; below one dollar with four decimals, since a model's call costs less than a cent. */
export const money = (dollars: number) =>
  dollars.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: dollars > 0 && dollars < 1 ? 4 : 2 });
/** A share in whole percent. */
export const bare = (share: number) => n(Math.round(share * 100));
export const share = (share: number) => `${bare(share)} %`;
/** The beginning of a text, at most `max` characters. */
export const cut = (text: string, max = 80) =>
  text.length > max
    ? `${[...text]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : text;
export const lasting = (seconds: number) => (seconds >= 90 ? many(Math.round(seconds / 60), 'minute') : many(seconds, 'second'));
export const waiting = (seconds: number) =>
  seconds >= 120 ? many(Math.ceil(seconds / 60), 'minute') : many(Math.max(1, seconds), 'second');

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 minutes ago". */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return 'just now';
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
export const at = (iso: string) => moment.format(new Date(iso));
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
export const dayOf = (iso: string) => day.format(new Date(iso));
export const timeOf = (iso: string) => clock.format(new Date(iso));
