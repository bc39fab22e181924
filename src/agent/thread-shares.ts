/** A caller with work in this process, and the number of signals counted for it. */
interface Caller {
  signals: number;
}
const callers = new Map<string, Caller>();
const callerOf = new WeakMap<AbortSignal, Caller>();

/** Assigns a signal to a caller. A caller has one share for all its signals; an unassigned signal has its own share. */
export function countFor(name: string | null, signal: AbortSignal): Disposable {
  if (name === null) return { [Symbol.dispose]() {} };
  const caller = callers.get(name) ?? { signals: 0 };
  callers.set(name, caller);
  caller.signals++;
  callerOf.set(signal, caller);
  return {
    [Symbol.dispose]() {
      if (--caller.signals === 0) callers.delete(name);
    },
  };
}

/** The time used by each member of one level (start-time fair queueing, Goyal and others 1996). */
function openLevel() {
  const used = new WeakMap<object, number>();
  const usedBy = (one: object) => used.get(one) ?? 0;
  let now = 0;
  return {
    usedBy,
    /** A member that is new or returns starts at the time of those served now, so that idle time earns no advantage. */
    join: (one: object) => void used.set(one, Math.max(now, usedBy(one))),
    charge: (one: object, ms: number) => void used.set(one, usedBy(one) + ms),
    serve(one: object) {
      now = Math.max(now, usedBy(one));
    },
  };
}

interface Asked {
  signal: AbortSignal;
}

/** Shares of thread time, in milliseconds used: among callers, and within a caller among its runs, each of which has a signal. */
export function openShares() {
  const all = openLevel();
  const levels = new WeakMap<object, ReturnType<typeof openLevel>>();
  const ownerOf = (signal: AbortSignal): object => callerOf.get(signal) ?? signal;
  const levelOf = (owner: object) => {
    const level = levels.get(owner) ?? openLevel();
    levels.set(owner, level);
    return level;
  };
  return {
    join(signal: AbortSignal) {
      all.join(ownerOf(signal));
      levelOf(ownerOf(signal)).join(signal);
    },
    charge(signal: AbortSignal, ms: number) {
      all.charge(ownerOf(signal), ms);
      levelOf(ownerOf(signal)).charge(signal, ms);
    },
    /** Removes and returns the next request: of the caller that used the least time, and of its runs the one that used the least. */
    take<T extends Asked>(waiting: T[]): T {
      const least = (some: T[], usedBy: (one: T) => number) => some.reduce((best, one) => (usedBy(one) < usedBy(best) ? one : best));
      const owner = ownerOf(least(waiting, ({ signal }) => all.usedBy(ownerOf(signal))).signal);
      const level = levelOf(owner);
      const own = waiting.filter(({ signal }) => ownerOf(signal) === owner);
      const first = least(own, ({ signal }) => level.usedBy(signal));
      waiting.splice(waiting.indexOf(first), 1);
      all.serve(owner);
      level.serve(first.signal);
      return first;
    },
  };
}
