import { words } from '../../texts/texts.ts';

/** The reason for a cell's answer, as a sentence. */
export const reasonOf = (what: 'criterion' | 'enrichment', { note, reason }: { note: string | null; reason: string | null }): string => {
  const reasons: Record<string, string> = what === 'criterion' ? words.verdictReasons : words.valueReasons;
  return note ? sentence(note) : (reasons[reason ?? ''] ?? '');
};

/** A note has no capital at its start and no full stop. */
const sentence = (note: string) => {
  const text = note.charAt(0).toUpperCase() + note.slice(1);
  return /[.!?…”]$/.test(text) ? text : `${text}.`;
};
