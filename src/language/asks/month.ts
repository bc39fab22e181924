import { wordTable } from '../../domain/text.ts';
import type { Ask } from './ask.ts';

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const SEASONS = wordTable<readonly number[]>({
  winter: [12, 1, 2],
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  fall: [9, 10, 11],
  christmas: [12],
});

const ASKED =
  /^(?:is\s|stays?\s|remains?\s|still\s|also\s)*(?<event>can (?:go(?: to)?|visit|come|stay|be visited)|open|opens|starts?|starting|begins?|beginning)\s(?:also\s)?(?:in|during|over|at)\s(?:the\s)?(?<when>[\p{L}\s,]+)$/iu;
const ALL_YEAR = /^(?:is\s|stays?\s)?open\s(?:all (?:the )?year(?: round)?|year[- ]round)$/iu;

/** The months of “open in January” or “starts in September or October”; null if the text names no month or season. */
export function monthAsk(text: string): Ask | null {
  if (ALL_YEAR.test(text)) return { type: 'month', months: MONTHS.map((_, i) => i + 1), event: 'open' };
  const { event = '', when = '' } = ASKED.exec(text)?.groups ?? {};
  const months = when.split(/,\s|\s(?:or|and)\s/u).flatMap((name) => monthsNamed(name.trim().toLowerCase()));
  return months.length > 0 && !months.includes(0)
    ? { type: 'month', months, event: /^(?:open|can)/iu.test(event) ? 'open' : 'start' }
    : null;
}

const monthsNamed = (name: string): readonly number[] => SEASONS[name] ?? [MONTHS.indexOf(name) + 1];
