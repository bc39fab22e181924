import { vi } from 'vitest';

/** Replaces AbortSignal.timeout: a limit expires only when the test says so. `asked`: the limits that were set, in milliseconds. */
export function scriptTimeLimits() {
  const asked: number[] = [];
  const open: AbortController[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    asked.push(ms);
    open.push(limit);
    return limit.signal;
  });
  return {
    asked,
    runOut() {
      for (const limit of open.splice(0)) limit.abort(new DOMException('The time is up', 'TimeoutError'));
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
