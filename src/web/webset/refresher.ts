import { createPace } from './run/pace.ts';

const SLOWLY_MS = 2000;

interface Refreshing {
  /** Fetches what changed; does not throw. */
  fetchChanges: () => Promise<void>;
  isClosed: () => boolean;
  /** Whether everything was fetched once. */
  isComplete: () => boolean;
  /** Runs `work` after `ms`, unless the webset is closed by then. */
  later: (work: () => void, ms: number) => void;
}

/** Runs one fetch at a time, at a limited rate; requests during a fetch cause one more. */
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

  /** At once when there were few fetches lately, else as soon as the rate allows; repeated calls cause one fetch. */
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
    /** Later: for figures that no row waits for. */
    refreshSlowly(): void {
      if (slowly) return;
      slowly = true;
      later(() => {
        slowly = false;
        refresh();
      }, SLOWLY_MS);
    },
    /** Delays other fetches until `work` is done. */
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
