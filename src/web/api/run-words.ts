import type { RunMode, RunReason, RunState } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';

/** The number of pages that a preview reads. */
export const PREVIEW_PAGES = 10;

interface Facts {
  mode: RunMode;
  state: RunState;
  reason: RunReason | null;
  maxPages: number;
}

/** Whether a run is a preview: a search of a few pages. */
const isShort = ({ mode, maxPages }: Facts) => mode === 'SEARCH' && maxPages <= PREVIEW_PAGES;

/** Whether a run was a preview that read its pages, so that it can go on in full. */
export const isPreviewed = (run: Facts) => run.state === 'completed' && run.reason === 'page_budget' && isShort(run);

/** The state or outcome of a run in one or two words. */
export function runWords(run: Facts | null): string {
  const t = words.run;
  if (run === null) return t.draft;
  if (run.state === 'running') return isShort(run) ? t.previewing : t.atWork[run.mode];
  return isPreviewed(run) ? t.previewed : t.states[run.state];
}
