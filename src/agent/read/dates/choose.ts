import type { DateCertainty, DateSource, PageDate, PageDates } from '../../../domain/page/dates.ts';
import type { Block } from '../../../domain/page/page.ts';
import type { DeclaredDates, Marked } from './collect.ts';
import { findWrittenDates } from './visible.ts';

export interface DateInput {
  declared: DeclaredDates;
  language: string | null;
  /** Whether the page writes 03/04/2020 for a day in March. */
  monthFirst: boolean;
  blocks: readonly Block[];
  lines: readonly string[];
  /** The block of the title; -1: unknown. */
  title: number;
  /** Whether most of a block's text is in links. */
  linked: (block: number) => boolean;
}

interface Visible {
  day: string;
  block: number;
  from: number;
  to: number;
  score: number;
  isModified: boolean;
}

/** A place where a date may be, and the certainty that it gives. */
interface Place {
  source: DateSource;
  certainty: DateCertainty;
}

const DECLARED = { certainty: 'declared' } as const;
const LIKELY = { certainty: 'likely' } as const;
const NEAR_TITLE = { source: 'near_title', ...LIKELY } as const;
const ADDRESS = { source: 'address', ...DECLARED } as const;

type Dated = [Place, string];

/** The days on which a page was published and last changed, if it gives them. */
export function chooseDates(input: DateInput): PageDates {
  const { declared } = input;
  const visible = visibleDates(input);
  const strong = best(visible.filter(({ score, isModified }) => score >= STRONG && !isModified));
  const weak = best(visible.filter(({ score, isModified }) => score >= WEAK && !isModified));
  const published = plausible([
    [{ source: 'meta', ...DECLARED }, declared.meta.get('published')],
    [{ source: 'json_ld', ...DECLARED }, declared.jsonLd.get('published')],
    [{ source: 'markup', ...DECLARED }, fromMarkup(input, 'published')],
    [ADDRESS, declared.address],
    [NEAR_TITLE, strong?.day],
    [{ source: 'markup', ...LIKELY }, fromMarkup(input, 'some')],
    [{ source: 'script', ...LIKELY }, declared.script],
    [{ source: 'meta', ...LIKELY }, declared.meta.get('some')],
    [{ source: 'text', certainty: 'weak' }, weak?.day],
  ]);
  const modified = plausible([
    [{ source: 'meta', ...DECLARED }, declared.meta.get('modified')],
    [{ source: 'json_ld', ...DECLARED }, declared.jsonLd.get('modified')],
    [{ source: 'markup', ...DECLARED }, fromMarkup(input, 'modified')],
    [NEAR_TITLE, best(visible.filter(({ isModified, score }) => isModified && score >= WEAK))?.day],
  ])[0];
  // a month is replaced by a day in it
  const first = published.find(([, date]) => date.length >= DAY_LENGTH && date.startsWith(published[0]?.[1] ?? '')) ?? published[0];
  return {
    published: first ? placed(adjust(first, declared.address, strong?.day ?? null), visible, input) : null,
    modified: modified ? placed(modified, visible, input) : null,
  };
}

/** Dates before the web, and 1970-01-01, are placeholders. */
const plausible = (all: [Place, string | null | undefined][]) =>
  all.filter((one): one is Dated => typeof one[1] === 'string' && one[1] >= '1990' && one[1] < '2200');

const STRONG = 4;
const WEAK = 0;
const DAY = 86_400_000;
const DAY_LENGTH = 10;

const isNextTo = (a: string, b: string) => Math.abs(Date.parse(a.slice(0, 10)) - Date.parse(b.slice(0, 10))) === DAY;

/** A time zone may shift a declared day by one: the day in the address or in the text is then the right one. */
function adjust([place, date]: Dated, address: string | null, seen: string | null): Dated {
  if (date.length < DAY_LENGTH || place.source === 'address') return [place, date];
  if (address && isNextTo(date, address)) return [ADDRESS, address];
  if (seen && date.endsWith('Z') && isNextTo(date, seen)) return [NEAR_TITLE, seen];
  return [place, date];
}

/** The first element with a publication date: by its name, or a time next to the title. */
function fromMarkup({ declared, lines, language, monthFirst, title }: DateInput, meaning: Marked['meaning']): string | null {
  for (const mark of declared.marked) {
    if (mark.meaning !== meaning) continue;
    const isNear = mark.inHeader || (title >= 0 && mark.block >= title - 6 && mark.block <= title + 15);
    if (mark.isTime && meaning === 'some' && !isNear) continue;
    const day = mark.iso ?? findWrittenDates(lines[mark.block] ?? '', language, monthFirst)[0]?.day;
    if (day) return day;
  }
  return null;
}

const best = (dates: readonly Visible[]) => dates.reduce<Visible | null>((a, b) => (a === null || b.score > a.score ? b : a), null);

const SAYS_PUBLISHED =
  /publi[scé]|poste?d|posté|veröffentlich|erschien|erstellt|online seit|geplaatst|gepubliceerd|опублик|дата|додан|yayın|eklen|tarih|fecha|pubblicat|skrev|dodan|utworz|zveřej|megjelen|发布|發布|发表|投稿|公開|작성|입력|등록|نشر/iu;
const SAYS_MODIFIED =
  /updat|aktuali|mis à jour|modifi|actualiz|aggiornat|обновл|оновл|güncel|bijgewerkt|gewijzigd|zuletzt|revised|更新|修正|수정|oppdatert|uppdater/iu;
const OTHER = /copyright|©|\bexpires?\b|\bevent\b|born|geboren|copyleft|archiv/iu;

/** A cell with the label of another day: “Last accounts”. */
const isOfOther = (label: string | undefined) =>
  label !== undefined &&
  /\b(?:accounts|meeting|deadline|closing|review|born|birth|died|expir\w+|valid|due|next|event|starts?|ends?|from|until|founded|registered|established|received|accepted)\b/iu.test(
    label,
  );

const SHORT = 120;

function visibleDates(input: DateInput): Visible[] {
  const { lines, blocks, language, monthFirst, title, declared, linked } = input;
  const found: Visible[] = [];
  for (const [block, line] of lines.entries()) {
    if (found.length >= 300) break;
    if (declared.beside.has(block)) continue;
    const dates = findWrittenDates(line.slice(0, 400), language, monthFirst);
    for (const [i, { start, end, day, isUnsure }] of dates.slice(0, 3).entries()) {
      const before = line.slice(Math.max(0, start - 40), start);
      const isModified = SAYS_MODIFIED.test(before);
      let score = 0;
      if (SAYS_PUBLISHED.test(before)) score += 3;
      if (declared.named.has(block)) score += 2;
      if (line.length <= SHORT) score += 2;
      if (line.length - (end - start) <= 25) score += 1;
      if (line.length > 250) score -= 3;
      if (title >= 0 && block >= title - 4 && block <= title + 8) score += 3 - Math.abs(block - title) * 0.1;
      else if (title >= 0 && block < title - 15) score -= 2;
      if (blocks[block]?.boilerplate && !(title >= 0 && Math.abs(block - title) <= 8)) score -= 3;
      if (linked(block)) score -= 1;
      if (OTHER.test(line) || isOfOther(lines[blocks[block]?.label ?? -1])) score -= 8;
      if (isUnsure) score -= 0.5;
      if (i > 0) score -= 1;
      found.push({ day, block, from: start, to: end, score: score - block * 0.001, isModified });
    }
  }
  return found;
}

/** A date with the place where the text gives the same day. */
function placed([place, date]: Dated, visible: readonly Visible[], { lines }: DateInput): PageDate {
  const at = best(visible.filter(({ day }) => day === date.slice(0, DAY_LENGTH)));
  if (!at) return { date, ...place, start: null, end: null };
  const offset = lines.slice(0, at.block).reduce((sum, line) => sum + line.length + 1, 0);
  return { date, ...place, start: offset + at.from, end: offset + at.to };
}
