import type { HeadFragment } from '../../generated/documents.ts';

type Learned = Pick<HeadFragment, 'learnings' | 'columnLearnings'>;

/** When to look again; without a worker answers are never learned. */
const LOOKS_MS = [300, 500, 700, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** Whether all of people's answers are part of the verdicts and values. */
export const isLearned = ({ learnings, columnLearnings }: Learned) =>
  [...learnings, ...columnLearnings].every(({ learning }) => learning.current);

/** Looks again until all answers are part of the verdicts and values, since no event says so once a run is over. `lookIn` asks for the webset in a while. */
export function createLearningWatch(lookIn: (ms: number) => void) {
  let looks = 0;
  let isWaiting = false;
  let due = 0;
  return {
    /** An answer was given. */
    expect() {
      looks = 0;
      due = 0;
    },
    /** The webset was fetched. Once it is learned it is fetched once more: a row may have been read a moment before. */
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
