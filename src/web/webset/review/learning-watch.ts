import type { HeadFragment } from '../../generated/documents.ts';

type Learned = Pick<HeadFragment, 'learnings' | 'columnLearnings'>;

/** When to fetch again; without a worker, answers are never learned. */
const LOOKS_MS = [300, 500, 700, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** Whether verdicts and values include all of people's answers. */
export const isLearned = ({ learnings, columnLearnings }: Learned) =>
  [...learnings, ...columnLearnings].every(({ learning }) => learning.current);

/** Fetches the webset again until all answers are learned, since no event reports that after a run. `lookIn` fetches it after a delay. */
export function createLearningWatch(lookIn: (ms: number) => void) {
  let looks = 0;
  let isWaiting = false;
  let due = 0;
  return {
    /** Call it when an answer is given. */
    expect() {
      looks = 0;
      due = 0;
    },
    /** Call it when the webset was fetched. After learning it is fetched once more: a row may have been read a moment before. */
    look(head: Learned) {
      const isCurrent = isLearned(head);
      if ((isCurrent && !isWaiting) || performance.now() < due || document.visibilityState !== 'visible') return;
      isWaiting = !isCurrent;
      const wait = LOOKS_MS[Math.min(looks++, LOOKS_MS.length - 1)] ?? 0;
      due = performance.now() + wait;
      lookIn(wait);
    },
  };
}
