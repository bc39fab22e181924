import type { SentenceFragment } from '../../generated/documents.ts';
import type { Item } from './queue.ts';

const SENTENCES = 7;

/**
 * The sentences that may decide a question, the best first; where none was picked out, the words that its verdict was judged by. Those of
 * another page that was merged into the row are left out: an answer's sentence is read from the row's own page.
 */
export function sentencesOf({ row, cells }: Item, cell: number): readonly SentenceFragment[] {
  const { criterion, passages = [] } = cells[cell] ?? {};
  const judged = row.verdicts.find((one) => one.criterion.uuid === criterion?.uuid)?.evidence;
  if (!judged || judged.pageId !== row.page.uuid) return passages;
  const isKnown = passages.some(({ start, end }) => start === judged.start && end === judged.end);
  return isKnown ? passages : [judged, ...passages].slice(0, SENTENCES);
}
