import { follow } from '../../api/client.ts';
import type { Trouble } from '../../api/trouble.ts';
import { EventsDocument } from '../../generated/documents.ts';
import type { RunEvent } from '../webset-state.ts';

interface Listener {
  /** Each event once, in order. */
  next: (event: RunEvent) => void;
  lost: (trouble: Trouble) => void;
  ended: () => void;
  isClosed: () => boolean;
}

/** Follows the events of a webset's runs, after an interruption from the event that it expects next. */
export function createEventFollower(id: string, { next, lost, ended, isClosed }: Listener) {
  let nextIndex: number | null = null;
  let unfollow: (() => void) | null = null;

  function onEvent(event: RunEvent): void {
    if (nextIndex !== null && event.index < nextIndex) return; // already seen
    nextIndex = event.index + 1;
    next(event);
  }

  return {
    /** Sets the first event to follow, unless one is set. */
    startAt(index: number) {
      nextIndex ??= index;
    },
    isFollowing: () => unfollow !== null,
    follow(): void {
      if (unfollow || isClosed()) return;
      unfollow = follow(
        EventsDocument,
        { id, startIndex: nextIndex ?? 0 },
        {
          next: ({ runEvents }) => onEvent(runEvents),
          lost: (trouble) => {
            unfollow = null;
            lost(trouble);
          },
          ended: () => {
            unfollow = null;
            ended();
          },
        },
      );
    },
    stop() {
      unfollow?.();
      unfollow = null;
    },
  };
}
