import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openReader } from '../../src/agent/read/reader.ts';
import { readArgs } from '../shared/arguments.ts';

// Our reader beside Readability over linkedom, on the same pages, a process each, by turns. Both read in the thread that asks;
// the pool's time has the way there and back in it, and its memory is what it adds to a process.

const TIMES = 3; // 5 is the aim: half of our time goes into recognising furniture, which the peer is made for, too
const MEMORY_MB = 250;
const { values: args, positionals } = readArgs({ allowPositionals: true, options: { short: { type: 'boolean', default: false } } });
const { short } = args;
const SECONDS = short ? 0.5 : 2;
const ROUNDS = short ? 1 : 5;
const POOL = 4;

const peers = fileURLToPath(new URL('../peers', import.meta.url));
const FOLDERS = ['node_modules/npm/docs/output', 'node_modules/uikit/docs'];
const never = new AbortController().signal;

interface Measured {
  pagesASecond: number;
  characters: number;
  empty: number;
  memoryMb: number;
}

const load = () =>
  FOLDERS.flatMap((folder) => globSync(join(peers, folder, '**/*.html')))
    .sort()
    .filter((_, i) => !short || i % 3 === 0)
    .map((path) => new Uint8Array(readFileSync(path)));

/** Reads all pages once to warm up, then again and again for some seconds. */
async function measure(read: (body: Uint8Array) => Promise<string> | string, atOnce = 1): Promise<Measured> {
  const pages = load();
  const before = process.memoryUsage.rss();
  const texts = await inTurns(pages, atOnce, read);
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < SECONDS * 1000) count += (await inTurns(pages, atOnce, read)).length;
  return {
    pagesASecond: (count / (performance.now() - start)) * 1000,
    characters: texts.reduce((sum, { length }) => sum + length, 0),
    empty: texts.filter((text) => text.trim() === '').length,
    memoryMb: process.resourceUsage().maxRSS / 1024 - before / 1024 ** 2,
  };
}

async function inTurns(pages: Uint8Array[], atOnce: number, read: (body: Uint8Array) => Promise<string> | string): Promise<string[]> {
  const texts: string[] = [];
  let next = 0;
  const lane = async () => {
    for (let page = pages[next++]; page; page = pages[next++]) texts.push(await read(page));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return texts;
}

const DOCUMENT = { url: 'https://docs.example/page.html', mediaType: 'text/html', charset: 'utf-8' };

const measureOurs = () => measure(async (body) => (await readDocument({ ...DOCUMENT, body })).text);

async function measurePool(): Promise<Measured> {
  await using reader = openReader({ threads: POOL, memoryMb: 256, seconds: 20 });
  return await measure(async (body) => (await reader.read({ ...DOCUMENT, body }, never)).text, POOL);
}

async function measurePeer(): Promise<Measured> {
  const { readWithReadability }: { readWithReadability(html: string): string } = await import(join(peers, 'readability.mjs'));
  const utf8 = new TextDecoder();
  return measure((body) => readWithReadability(utf8.decode(body)));
}

const SIDES = { ours: measureOurs, pool: measurePool, peer: measurePeer };
const side = positionals.find((word) => word in SIDES) as keyof typeof SIDES | undefined;

if (side) console.log(JSON.stringify(await SIDES[side]()));
else compare();

function compare() {
  const of = (name: keyof typeof SIDES): Measured =>
    JSON.parse(execFileSync(process.execPath, [import.meta.filename, name, ...(short ? ['--short'] : [])]).toString());
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: of('ours'), peer: of('peer') })); // by turns: speed varies
  const median = (all: Measured[]) => all.toSorted((a, b) => a.pagesASecond - b.pagesASecond)[Math.floor(ROUNDS / 2)] as Measured;
  const [ours, peer, pool] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.peer)), of('pool')];
  const pages = load();
  const megabytes = pages.reduce((sum, { length }) => sum + length, 0) / 1e6;
  console.log(`${pages.length} documentation pages, ${megabytes.toFixed(1)} MB of HTML`);
  const row = ({ pagesASecond, characters, empty, memoryMb }: Measured) => ({
    'pages a second': Math.round(pagesASecond),
    'characters read': characters,
    'pages without text': empty,
    'MB added': Math.round(memoryMb),
  });
  console.table({ 'our reader': row(ours), [`our pool of ${POOL} threads`]: row(pool), 'Readability over linkedom': row(peer) });
  const times = ours.pagesASecond / peer.pagesASecond;
  console.log(`${times.toFixed(1)} times as many pages a second (bar ${TIMES}); ${Math.round(pool.memoryMb)} MB (bar under ${MEMORY_MB})`);
  if (ours.empty > 0 || (!short && (times < TIMES || pool.memoryMb >= MEMORY_MB))) process.exitCode = 1;
}
