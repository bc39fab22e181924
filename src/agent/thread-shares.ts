/** A caller with work in this process, and how many signals are counted for it. */
interface Caller {
  signals: number;
}
const callers = new Map<string, Caller>();
const callerOf = new WeakMap<AbortSignal, Caller>();

/** Counts what is asked with a signal for a caller, who has one share whatever number of signals; without this a signal has a share of its own. */
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

/** Who shares, with the time used by each (start-time fair queueing, Goyal and others 1996). */
function openLevel() {
  const used = new WeakMap<object, number>();
  const usedBy = (one: object) => used.get(one) ?? 0;
  let now = 0;
  return {
    usedBy,
    /** One that comes new, or again, is where those are that are served now, so that nobody saves up time. */
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

/** Shares of the threads' time, in milliseconds used: of callers, and of a caller's runs, each of which has a signal, within. */
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
    /** Takes out of those that wait, in the order they came, the first of whoever used least, and of its runs the one that did. */
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
