import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

export let service: TestService;
export let browser: Browser | null;

/** One service and one browser for the tests of a file; without a Chromium they are skipped, with the reason. */
export function begin(): void {
  beforeAll(async () => {
    [service, browser] = await Promise.all([openTestService(), sharedBrowser()]);
  });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach((context) => {
    if (!browser) context.skip('there is no Chromium');
  });
}
