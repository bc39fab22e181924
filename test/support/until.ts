import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until something is true, as long as that takes: the test's own limit ends what hangs. Between two looks it waits four times as long as the last one took,
 * 10 ms to a quarter of a second: a client that asks a service without a pause takes the processor that the service needs.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (;;) {
    const asked = performance.now();
    if (await isTrue()) return;
    await sleep(Math.min(250, Math.max(10, 4 * (performance.now() - asked))));
  }
}
