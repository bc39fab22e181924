import type { SentenceFragment } from '../../generated/documents.ts';
import type { Item } from './review-queue.ts';

const SENTENCES = 7;

/**
 * The sentences that may decide a question, best first; if none was picked, the evidence of its verdict. Without those of merged pages: an
 * answer's sentence must be on the row's own page.
 */
export function sentencesOf({ row, cells }: Item, cell: number): readonly SentenceFragment[] {
  const { criterion, passages = [] } = cells[cell] ?? {};
  const judged = row.verdicts.find((one) => one.criterion.uuid === criterion?.uuid)?.evidence;
  if (!judged || judged.pageId !== row.page.uuid) return passages;
  const isKnown = passages.some(({ start, end }) => start === judged.start && end === judged.end);
  return isKnown ? passages : [judged, ...passages].slice(0, SENTENCES);
}
