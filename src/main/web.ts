import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setPolicy } from '../http/guards/headers.ts';
import { statusAt, type Web } from '../http/pages/web.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/web');
const STAMP = 'stamp.txt';
/** The inputs of a build. */
const SOURCES = ['src/web', 'src/domain', 'samples/requests.json', 'vite.config.ts', 'package.json'];

/**
 * Returns the folder of the built app, after building it if it is missing or outdated. Without Vite, as in an image, uses the existing
 * build. Throws an error for people when there is nothing to serve.
 */
export async function builtWeb(say: (line: string) => void = () => {}): Promise<string> {
  const held = await readFile(join(BUILT, STAMP), 'utf8').catch(() => null);
  const vite = vitePath();
  if (vite === null && held === null) throw new Error('the web app is not built: run npm ci, then npm run build');
  const version = vite === null ? held : versionOf();
  if (vite === null || version === null || held === version) return BUILT;
  say('Building the web app');
  await build(vite, version);
  return BUILT;
}

/** Builds into a temporary folder and renames it in one step, so that two starts at the same time are safe. */
async function build(vite: string, version: string): Promise<void> {
  const fresh = `${BUILT}-${process.pid}`;
  const old = `${fresh}-old`;
  try {
    await run(process.execPath, [vite, 'build', '--config', join(ROOT, 'vite.config.ts'), '--outDir', fresh, '--logLevel', 'warn']);
    await writeFile(join(fresh, STAMP), version);
    await mkdir(join(ROOT, 'dist'), { recursive: true });
    await rename(BUILT, old).catch(() => {}); // there may be none
    await rename(fresh, BUILT).catch((error: unknown) => {
      if (!existsSync(BUILT)) throw error; // another start was faster
    });
  } finally {
    await rm(old, { recursive: true, force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

function run(command: string, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  child.once('error', reject);
  child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`the web app cannot be built: ${said.trim()}`))));
  return promise;
}

function vitePath(): string | null {
  try {
    return join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  } catch {
    return null;
  }
}

function versionOf(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const names = /\.\w+$/.test(source) ? [''] : readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names) if (name === '' || /\.\w+$/.test(name)) hash.update(name).update(readFileSync(join(path, name)));
  }
  return hash.digest('hex');
}

/** Serves the app from its sources with Vite, for development. Its client writes style elements, so it has its own policy. */
export async function devWeb(): Promise<Web & AsyncDisposable> {
  const { createServer } = await import('vite');
  const server = await createServer({ configFile: join(ROOT, 'vite.config.ts'), server: { middlewareMode: true }, appType: 'custom' });
  return {
    files: server.middlewares,
    async page(req, res, next) {
      const status = req.method === 'GET' ? statusAt(req.path, req.headers.accept) : null;
      if (status === null) return next();
      const page = await server.transformIndexHtml(req.originalUrl, await readFile(join(ROOT, 'src/web/index.html'), 'utf8'));
      setPolicy(res, 'dev');
      res.status(status).type('html').send(page);
    },
    [Symbol.asyncDispose]: () => server.close(), // it would keep the process alive
  };
}

/** The command `build`. */
export async function buildWeb(): Promise<number> {
  console.log(`The web app is in ${await builtWeb((line) => console.log(line))}`);
  return 0;
}
