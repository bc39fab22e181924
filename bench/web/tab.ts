import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import type { Browser } from '../../test/support/browser.ts';

export interface Tab {
  /** The value of an expression in the page. */
  value<T>(expression: string): Promise<T>;
  /** The resident memory of its process, and what objects of JavaScript take once their garbage is collected, in MB. */
  memory(): Promise<{ resident: number; objects: number }>;
  close(): Promise<void>;
}

/**
 * A tab as a user has it. Playwright follows the network of its pages, for which their process stores up to 100 MB of answers; here the tab
 * is made and asked over the browser's own session instead (Chrome DevTools Protocol, Target and Runtime).
 */
export async function openTab(browser: Browser, url: string): Promise<Tab> {
  const { context } = await browser.context();
  const session = await (context.browser() as PlaywrightBrowser).newBrowserCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url, width: 1440, height: 900 });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  let calls = 0;
  const send = (method: string, params: object = {}) => {
    const id = ++calls;
    return new Promise<unknown>((resolve, reject) => {
      const onMessage = ({ message }: { message: string }) => {
        const answer = JSON.parse(message);
        if (answer.id !== id) return;
        session.off('Target.receivedMessageFromTarget', onMessage);
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      };
      session.on('Target.receivedMessageFromTarget', onMessage);
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(reject);
    });
  };
  return {
    async value<T>(expression: string) {
      const { result, exceptionDetails } = (await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })) as {
        result: { value: T; description?: string };
        exceptionDetails?: { text: string };
      };
      if (exceptionDetails) throw new Error(`${expression}: ${result.description ?? exceptionDetails.text}`);
      return result.value;
    },
    async memory() {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      const sizes = processInfo.map(async ({ type, id }) => {
        const status = type === 'renderer' ? await readFile(`/proc/${id}/status`, 'utf8').catch(() => '') : '';
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      });
      const resident = Math.max(0, ...(await Promise.all(sizes)));
      await send('HeapProfiler.collectGarbage');
      const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number };
      return { resident, objects: usedSize / 1e6 };
    },
    async close() {
      await session.send('Target.closeTarget', { targetId });
      await session.detach();
      await context.close();
    },
  };
}

/** Waits until something is so in a tab. */
export async function until(tab: Tab, expression: string): Promise<void> {
  for (const end = performance.now() + 600_000; !(await tab.value<boolean>(expression)); await sleep(200))
    if (performance.now() > end) throw new Error(`still not so: ${expression}`);
}
