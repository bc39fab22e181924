// Requests written as a list: lines with bullets, numbers, dashes between conditions. Each item becomes a clause of one sentence, parted by semicolons.

/** “with:”, “companies that”, at the end of what stands before a list: each item begins with it. */
const LEAD = /\s(?<lead>that|which|who|with)\s?:?$/iu;
/** A word before a list that asks nothing by itself: “Criteria:”. */
const HEAD =
  /(?:[,.;]?\s|^)(?:(?:my|our|the|these|following|must)[-\s]+)*(?:criteria|requirements|conditions|must[-\s]haves?|haves?|filters?|wish(?:es)?|needs)\s?:?$/iu;

const COMMAND_ALONE =
  /^(?:(?:please|pls|kindly|can you|could you)\s)*(?:find|list|show|get|give|search for|look for|(?:i|we) (?:need|want)|looking for)(?:\s(?:me|us))?$/iu;

/** One sentence of what stands before a list and its items. */
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

/** An item without what joins it to the next. */
function bare(item: string): string {
  let text = item.trim().replace(/^(?:and|but)\s/iu, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/[,;.]$|\s(?:and|but)$/iu, '').trimEnd();
  }
  return text;
}

const BULLET = /^\s*(?:[-*•·–—]|\(?\d{1,2}[.)])\s+(?=\S)/u;

/** Lines of which two and more begin with a bullet or a number; what follows the last of them behind a blank line is a sentence of its own. */
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
/** “1. are in Ohio 2. make drones”: numbers that count from one. */
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
/** “50 - 80 euros”, “Mon - Fri”: what stands between parts nothing. */
const RANGE = new RegExp(String.raw`(?<=\d|\b${DAY})\s(?:–|—|--?)\s(?=\p{Sc}?\d|${DAY}\b)`, 'giu');
const DASH = /\s(?:–|—|--?)\s/u;

/** Goes on with the sentence behind what stands between two dashes. */
const GOES_ON =
  /^(?:that|which|who|whose|where|and|but|or|are|is|have|has|must|should|can|do|does|with|in|at|from|for|near|based|located|made|run|founded|used)\b/iu;

/** “houses in Kent - 3 bedrooms - big garden”: dashes of which the last goes on with no sentence. */
function dashesJoined(request: string): string {
  const parts = request.split(DASH).map((part) => part.trim());
  if (parts.length < 3 || parts.some((part, i) => part === '' || (i > 0 && (part.length > 60 || /[.!?]\s/u.test(part))))) return request;
  return parts.length > 3 || (parts[0] ?? '').endsWith(':') || !GOES_ON.test(parts.at(-1) ?? '')
    ? joined(parts[0] ?? '', parts.slice(1))
    : request;
}

/** A request whose items, if it is written as a list, are clauses of one sentence. */
export const withoutMarks = (request: string): string => dashesJoined(numbersJoined(linesJoined(request)).replace(RANGE, '–'));
