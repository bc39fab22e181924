import { createPace } from './run/pace.ts';

const SLOWLY_MS = 2000;

interface Refreshing {
  /** Fetches what changed; does not throw. */
  fetchChanges: () => Promise<void>;
  isClosed: () => boolean;
  /** Whether everything was fetched once. */
  isComplete: () => boolean;
  /** Does something in so many ms, unless the webset is closed by then. */
  later: (work: () => void, ms: number) => void;
}

/** Fetches one at a time, seldom enough; what is asked for meanwhile makes one fetch more. */
export function createRefresher({ fetchChanges, isClosed, isComplete, later }: Refreshing) {
  const pace = createPace();
  let busy = false;
  let wanted = false;
  let slowly = false;

  function free(): void {
    busy = false;
    pace.ended();
    if (!wanted) return;
    wanted = false;
    refresh();
  }

  /** At once when little was fetched of late, else as soon as it is time; many calls make one, as do those of one moment. */
  function refresh(): void {
    if (isClosed()) return;
    if (busy || !isComplete()) {
      wanted = true;
      return;
    }
    busy = true;
    later(() => void fetchChanges().finally(free), pace.wait());
  }

  return {
    refresh,
    /** In a while: for numbers that no row waits for. */
    refreshSlowly(): void {
      if (slowly) return;
      slowly = true;
      later(() => {
        slowly = false;
        refresh();
      }, SLOWLY_MS);
    },
    /** Keeps others waiting until another fetch is over. */
    async during(work: () => Promise<void>): Promise<void> {
      busy = true;
      try {
        await work();
      } finally {
        free();
      }
    },
  };
}
