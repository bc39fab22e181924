import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { until } from './until.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/webset-chromium', import.meta.url));
// a browser's own calls would be mistaken for calls of our pages
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--host-resolver-rules=MAP webset.example 127.0.0.1', // a name other than localhost
];

// messages that disappear after a moment stay, so that slow machines can press them as well
const ENDLESS = 'globalThis.websetPatience = { saidMs: 600_000, undoMs: 600_000, answerMs: 600_000 }';

/** A Chromium. `context` opens an isolated window that counts requests to other hosts. */
export interface Browser extends AsyncDisposable {
  version: string;
  context(options?: BrowserContextOptions): Promise<{ context: BrowserContext; foreign: string[]; troubles: string[] }>;
}

/**
 * The Chromium of CHROMIUM_PATH, else on Linux x64 that of an npm package, so that every machine tests the same, else an installed one.
 * Without one: null with a printed line, or an error with CI=1.
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
      // endless animations would be painted endlessly
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

/** The name of the focused element, null if none; read in one step, as an answer may close a dialog in the next. */
const FOCUSED = `(() => {
  const { activeElement: at, body } = document;
  if (at === null || at === body) return null;
  return (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 200) || at.id || at.tagName;
})()`;

/** The accessible name of the focused element; null: none. */
export const focusOf = (page: Page): Promise<string | null> => page.evaluate<string | null>(FOCUSED);

/** The accessible name of the focused element, once there is one. */
export async function settleFocus(page: Page): Promise<string> {
  let name: string | null = null;
  await until(async () => {
    name = await focusOf(page); // the page's policy forbids evaluating text later, so the page cannot wait itself
    return name !== null;
  });
  return name ?? '';
}

/** The path of the Chromium to use. Throws if CHROMIUM_PATH names a missing file. */
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

/**
 * Unpacked once into our own folder, atomically: two processes may start at once, and the package's place in /tmp may belong to another
 * user.
 */
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
      if (!existsSync(path)) throw error; // otherwise another process was first
    });
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(fresh, { recursive: true, force: true });
  }
  return path;
}
