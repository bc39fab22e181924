import { setImmediate } from 'node:timers/promises';
import type { Page } from '../../domain/page/page.ts';
import { findDates } from '../../language/dates.ts';
import { contentStems } from '../../language/english/lexicon.ts';
import { plainPlacesIn } from '../../language/places.ts';
import { findQuantities } from '../../language/quantity.ts';
import type { ColumnQuestion, JudgeInput, Question } from '../judge/finding.ts';
import { conceptsAsked, conceptsOfLabel, saysConcept } from '../judge/rules/claims/concepts.ts';
import { hintedValues, says } from '../judge/rules/columns/hinted.ts';
import type { Reading, View } from '../judge/text/reading.ts';

/** Characters of a page that are shown; shorter pages are shown whole. */
export const WHOLE = 6_000;
const PIECE = 700;
/** The share of the end of a page, which often reports an outcome. */
const END_SHARE = 0.08;

export interface Shown {
  /** The page's own words. */
  text: string;
  /** Its label, or the headings above it. */
  context: string;
}

export interface Passages {
  shown: Shown[];
  /** The passages are the page's whole text. */
  isWhole: boolean;
}

interface Piece {
  view: View;
  start: number;
  text: string;
  score: number;
}

/** Where to cut a long sentence: after the last clause between two offsets, else after a word. */
function clauseEnd(text: string, least: number, most: number): number {
  const tail = text.slice(least, most);
  const at = [...tail.matchAll(/[;:]\s/gu)].at(-1)?.index ?? [...tail.matchAll(/,\s/gu)].at(-1)?.index ?? tail.lastIndexOf(' ');
  return at > 0 ? least + at + 1 : most;
}

/** Splits a block into pieces of whole sentences. */
function cut(reading: Reading, view: View): { start: number; text: string }[] {
  if (view.text.length <= PIECE) return view.text.trim() === '' ? [] : [{ start: view.start, text: view.text.trim() }];
  const pieces: { start: number; text: string }[] = [];
  let from = -1;
  let to = -1;
  const { text } = reading.page;
  const close = () => {
    for (let at = from; at >= 0 && at < to; ) {
      const end = to - at <= PIECE * 2 ? to : clauseEnd(text, at + PIECE, at + PIECE * 2);
      pieces.push({ start: at, text: text.slice(at, end).trim() });
      at = end;
    }
  };
  for (const { start, end } of reading.passages(view)) {
    if (from >= 0 && end - from > PIECE) {
      close();
      from = -1;
    }
    if (from < 0) from = start;
    to = end;
  }
  close();
  return pieces.filter(({ text }) => text !== '');
}

/** The context of a block: its label, else the headings above it except the page's own. */
const contextOf = (view: View): string => {
  if (view.label && view.label !== view) return view.label.text.slice(0, 120);
  const names: string[] = [];
  for (let at = view.heading; at; at = at.heading) if (at.tag !== 'h1') names.unshift(at.text.slice(0, 80));
  return names.join(' › ');
};

/** Features of a question: its words and concepts, whether it asks for a date, number or place, and the structured data that answers it. */
const asked = (page: Page, { label, description }: Question, format: ColumnQuestion['format'] = 'text') => {
  const words = `${label} ${description ?? ''}`;
  return {
    stems: new Set(contentStems(words)),
    format,
    hinted: hintedValues(page, { label, format }),
    concepts: conceptsAsked(words).concat(conceptsOfLabel(label)),
    date: format === 'date' || /\b(?:1[5-9]|20)\d\d\b|\b(?:date|year|when|founded|established|launched|released|published)\b/iu.test(words),
    number: format === 'number' || findQuantities(words).length > 0,
    place: plainPlacesIn(words).length > 0 || /\b(?:where|based|headquarter\w*|locat\w+|country|city|region)\b/iu.test(words),
  };
};
type Asked = ReturnType<typeof asked>;

/** The relevance of a piece to a question: rare words, words that name it, and a date, number or place where one is asked for. */
function scoreOf(piece: Omit<Piece, 'score'>, question: Asked, weight: (stem: string) => number): number {
  const context = contextOf(piece.view);
  const own = new Set(contentStems(piece.text));
  const named = new Set(contentStems(context));
  let score = 0;
  for (const stem of question.stems) score += own.has(stem) ? weight(stem) : named.has(stem) ? 0.6 * weight(stem) : 0;
  const text = `${context}: ${piece.text}`;
  if (question.concepts.some((name) => saysConcept(name, text) || conceptsOfLabel(context).includes(name))) score += 2;
  if (question.hinted.some((value) => says(piece.text, value, question.format))) score += 2;
  if (score === 0) return 0;
  if (question.date && findDates(piece.text).length > 0) score += 1;
  if (question.number && findQuantities(piece.text).length > 0) score += 1;
  if (question.place && plainPlacesIn(piece.text).length > 0) score += 1;
  return score / (1 + Math.max(0, piece.text.length - 300) / 1500);
}

/** The most pieces that are scored. Of a longer page the end is still shown, while the middle is skipped. */
const SCORED_MAX = 5_000;

/**
 * The part of a page that a model is shown: up to 6,000 characters all of it, else its head and the most relevant pieces of each question
 * in turn, in page order. `sure`: quotes found by the rules, which are always shown.
 */
export async function passagesOf(
  reading: Reading,
  { criteria, columns }: Pick<JudgeInput, 'criteria' | 'columns'>,
  sure: readonly string[],
  most = WHOLE,
): Promise<Passages> {
  const pieces = reading.views.flatMap((view) => cut(reading, view).map(({ start, text }): Piece => ({ view, start, text, score: 0 })));
  const shown = (chosen: readonly Piece[]): Shown[] => chosen.map(({ view, text }) => ({ text, context: contextOf(view) }));
  if (reading.page.text.length <= most) return { shown: shown(pieces), isWhole: true };

  const weight = (stem: string) => Math.log(1 + reading.views.length / (1 + (reading.index.get(stem)?.length ?? 0)));
  const queues: Piece[][] = [];
  const questions = [...criteria.map((one) => asked(reading.page, one)), ...columns.map((one) => asked(reading.page, one, one.format))];
  for (const question of questions) {
    const scored = pieces
      .slice(0, SCORED_MAX)
      .map((piece) => ({ ...piece, score: scoreOf(piece, question, weight) * (piece.view.boilerplate ? 0.6 : 1) }));
    queues.push(scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score));
    await setImmediate(); // lets other runs of this thread proceed: 100 questions on a long page take many seconds
  }
  const chosen = new Map<number, Piece>();
  let space = most;
  const take = (piece: Piece) => {
    if (chosen.has(piece.start)) return;
    const cost = piece.text.length + contextOf(piece.view).length + 10;
    if (cost > space) return;
    chosen.set(piece.start, piece);
    space -= cost;
  };
  for (const quote of sure) for (const piece of pieces) if (piece.text.includes(quote)) take(piece);
  // the page's introduction: its heading and first content blocks
  for (const piece of pieces.filter(({ view }) => !view.boilerplate).slice(0, 4)) take(piece);
  let end = most * END_SHARE;
  for (const piece of pieces.filter(({ view }) => !view.boilerplate).toReversed()) {
    end -= piece.text.length;
    if (end < 0) break;
    take(piece);
  }
  for (let rank = 0; space > 80 && queues.some((queue) => queue.length > rank); rank++)
    for (const queue of queues) if (queue[rank]) take(queue[rank] as Piece);
  // fills the remaining space from the page's beginning
  for (const piece of pieces) if (space > 80 && !piece.view.boilerplate) take(piece);
  return { shown: shown([...chosen.values()].sort((a, b) => a.start - b.start)), isWhole: false };
}
