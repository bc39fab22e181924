import { asserts, type Mood, moodOf } from './negation.ts';
import type { Passage, Reading } from './reading.ts';
import { isOwn, sectionOf } from './subject.ts';

/** What a page says of a claim at one place. */
export interface Statement {
  mood: Mood;
  passage: Passage;
  /** Only a part of what is asked is so: "partly written in Rust". */
  part?: true;
}

/** The mood of the words between two offsets of a passage, or null when they assert nothing about the page's subject. */
export function moodAt(reading: Reading, passage: Passage, start: number, end: number): Mood | null {
  if (!asserts(passage.text) || !isOwn(reading, passage, start)) return null;
  const from = passage.tokens.findIndex((token) => token.end > start);
  const to = passage.tokens.findLastIndex((token) => token.start < end);
  if (from < 0 || to < from) return null;
  const mood = moodOf(reading.page.text, passage.tokens, from, to);
  return mood === 'yes' && sectionOf(passage) === 'plans' ? 'maybe' : mood;
}

export const negate: Record<Mood, Mood> = { yes: 'no', no: 'yes', past: 'unsure', maybe: 'maybe', unsure: 'unsure' };

/** Every sentence of the blocks that hold one of the stems, in the order of the page. */
export function passagesWith(reading: Reading, stems: Iterable<string>): Passage[] {
  const views = new Set([...stems].flatMap((stem) => reading.index.get(stem) ?? []));
  const labelled = reading.views.filter((view) => view.label && views.has(view.label));
  return [...new Set([...views, ...labelled])]
    .sort((a, b) => a.index - b.index)
    .slice(0, 400)
    .flatMap((view) => reading.passages(view));
}
