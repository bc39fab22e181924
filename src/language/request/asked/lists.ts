// Reads requests written as a list: lines with bullets, numbers, or dashes between conditions. Items become clauses separated by
// semicolons.

/** “with:”, “companies that”, at the end of the words before a list: each item continues them. */
const LEAD = /\s(?<lead>that|which|who|with)\s?:?$/iu;
/** A heading of a list that asks nothing itself: “Criteria:”. */
const HEAD =
  /(?:[,.;]?\s|^)(?:(?:my|our|the|these|following|must)[-\s]+)*(?:criteria|requirements|conditions|must[-\s]haves?|haves?|filters?|wish(?:es)?|needs)\s?:?$/iu;

const COMMAND_ALONE =
  /^(?:(?:please|pls|kindly|can you|could you)\s)*(?:find|list|show|get|give|search for|look for|(?:i|we) (?:need|want)|looking for)(?:\s(?:me|us))?$/iu;

/** Joins the words before a list and its items into one sentence. */
function joined(before: string, items: readonly string[]): string {
  const start = before.replace(HEAD, '').trim();
  const found = LEAD.exec(start);
  const lead = found?.groups?.lead ?? '';
  const clean = items.map(bare).filter(Boolean);
  const isLed = (item: string) => item.toLowerCase().startsWith(`${lead.toLowerCase()} `);
  const led = clean.map((item) => (lead === '' || isLed(item) ? item : `${lead} ${item}`));
  const opening = start.slice(0, found?.index).replace(/[\s:;,]+$/u, '');
  // “Please find: - board games …”
  return COMMAND_ALONE.test(opening) ? `${opening} ${led.join('; ')}` : [opening, ...led].filter(Boolean).join('; ');
}

/** An item without its conjunction. */
function bare(item: string): string {
  let text = item.trim().replace(/^(?:and|but)\s/iu, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/[,;.]$|\s(?:and|but)$/iu, '').trimEnd();
  }
  return text;
}

const BULLET = /^\s*(?:[-*•·–—]|\(?\d{1,2}[.)])\s+(?=\S)/u;

/** Joins lines if two or more begin with a bullet or number. What follows the last one after a blank line is a sentence of its own. */
function linesJoined(request: string): string {
  const lines = request.split(/\r?\n/u);
  const first = lines.findIndex((line) => BULLET.test(line));
  const last = lines.findLastIndex((line) => BULLET.test(line));
  if (first < 0 || first === last) return request;
  const items = lines.slice(first, last + 1).filter((line) => line.trim() !== '');
  if (!items.every((line) => BULLET.test(line))) return request;
  const before = lines.slice(0, first).join(' ').trim();
  const after = lines
    .slice(last + 1)
    .join(' ')
    .trim();
  const list = joined(
    before,
    items.map((line) => line.replace(BULLET, '')),
  );
  return after === '' ? list : `${list}. ${after}`;
}

const COLUMNS_BEHIND =
  /[,;.]?\s(?:and\s)?(?:please\s)?(?<what>(?:tell|give|show|list|include|note|add)\s(?:me|us|the|their|its|also)\b.*)$/isu;
/** Splits “1. are in Ohio 2. make drones” at numbers that count from one. */
function numbersJoined(request: string): string {
  const marks = [...request.matchAll(/(?<=^|[\s:;,])\(?(?<number>\d{1,2})[.)]\s+(?=\S)/gu)].filter(
    ({ groups }, i) => Number(groups?.number) === i + 1,
  );
  if (marks.length < 2) return request;
  const items = marks.map(({ index, 0: mark }, i) => request.slice(index + mark.length, marks[i + 1]?.index ?? request.length));
  // “2) free parking, and tell me the price”
  const behind = COLUMNS_BEHIND.exec(items.at(-1) ?? '');
  if (behind) items[items.length - 1] = (items.at(-1) ?? '').slice(0, behind.index);
  const list = joined(request.slice(0, marks[0]?.index).trim(), items);
  return behind ? `${list}. Please ${behind.groups?.what}` : list;
}

const DAY = String.raw`(?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}`;
/** “50 - 80 euros”, “Mon - Fri”: a dash that separates nothing. */
const RANGE = new RegExp(String.raw`(?<=\d|\b${DAY})\s(?:–|—|--?)\s(?=\p{Sc}?\d|${DAY}\b)`, 'giu');
const DASH = /\s(?:–|—|--?)\s/u;

/** Words that continue the sentence after an aside between dashes. */
const GOES_ON =
  /^(?:that|which|who|whose|where|and|but|or|are|is|have|has|must|should|can|do|does|with|in|at|from|for|near|based|located|made|run|founded|used)\b/iu;

/** “houses in Kent - 3 bedrooms - big garden”: dashes as separators, if the text after the last one does not continue the sentence. */
function dashesJoined(request: string): string {
  const parts = request.split(DASH).map((part) => part.trim());
  if (parts.length < 3 || parts.some((part, i) => part === '' || (i > 0 && (part.length > 60 || /[.!?]\s/u.test(part))))) return request;
  return parts.length > 3 || (parts[0] ?? '').endsWith(':') || !GOES_ON.test(parts.at(-1) ?? '')
    ? joined(parts[0] ?? '', parts.slice(1))
    : request;
}

/** A request in one sentence, with list items as clauses. */
export const withoutMarks = (request: string): string => dashesJoined(numbersJoined(linesJoined(request)).replace(RANGE, '–'));
