import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until something is true, without a limit of its own. Between checks it pauses four times as long as the last one took, 10 to 250
 * ms, as polling without pauses takes the CPU that the service needs.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (;;) {
    const asked = performance.now();
    if (await isTrue()) return;
    await sleep(Math.min(250, Math.max(10, 4 * (performance.now() - asked))));
  }
}
