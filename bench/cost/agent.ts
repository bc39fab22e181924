import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { openExaminer } from '../../src/agent/entity/examiner.ts';
import { openFetcher } from '../../src/agent/fetch/fetcher.ts';
import { openRobots } from '../../src/agent/fetch/robots.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openArxiv } from '../../src/agent/search/providers/arxiv.ts';
import type { Bar } from './bar.ts';
import { atMost } from './support/cost.ts';

// What other machines' answers may cost, and whose thread.

const never = () => new AbortController().signal;
const clock = { now: Date.now, sleep: async () => {} };

const vet = async (text: string, path: string) => {
  const ask = openRobots({ agent: 'webset', clock, fetchRobots: async () => ({ text }) });
  await ask(new URL(path, 'http://example.com'), never()).catch(() => {});
};
const path = `/${'a'.repeat(1900)}`;
const rules = (rule: string) => `User-agent: *\n${`${rule}\n`.repeat(500)}`;

const UNPACKED = 200 * 2 ** 20;

const bomb: Bar = {
  name: 'a small answer that unpacks into a large one takes less than half of what it would unpack into',
  async run() {
    const body = gzipSync(Buffer.alloc(UNPACKED));
    const server = createServer(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const place = `127.0.0.1:${port}`;
    await using fetcher = openFetcher({ userAgent: 'webset/0.1', allowPrivate: [place], hostDelayMs: 0, clock });
    const before = process.memoryUsage().rss;
    const refused = await fetcher.fetch(`http://${place}/`, never()).then(
      () => false,
      () => true,
    );
    const grown = process.memoryUsage().rss - before;
    server.closeAllConnections();
    server.close();
    return { figure: `${Math.round(grown / 2 ** 20)} of ${UNPACKED / 2 ** 20} MB`, pass: refused && grown < UNPACKED / 2 };
  },
};

const looking: Bar = {
  name: 'looking pages through takes less than half of the processor’s time in the thread that asks for it',
  async run() {
    await using examiner = openExaminer({ threads: 1, memoryMb: 256, seconds: 60 });
    const link = (i: number) => `/e/${i}?${Array.from({ length: 175 }, (_, p) => `p${(p * 7919) % 1000}=${i + p}`).join('&amp;')}`;
    const items = Array.from({ length: 2000 }, (_, i) => `<li><a href="${link(i)}">Entity ${i}</a> is one</li>`).join('');
    const body = Buffer.from(`<title>All</title><main><ul>${items}</ul></main>`);
    const url = 'https://site.example/list';
    const page = await readDocument({ url, mediaType: 'text/html', charset: null, body });
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await Promise.all([1, 2, 3].map(() => examiner.page(page, { foundAt: url, category: null }, never())));
    const share = process.threadCpuUsage(own).user / process.cpuUsage(all).user;
    return { figure: `${(100 * share).toFixed(0)} %, at most 50`, pass: share < 0.5 };
  },
};

const feed = (inner: string) => async () => `<feed><entry><title>a</title><summary>${inner}</summary></entry></feed>`;
const arxiv = (words: () => Promise<string>) => () =>
  openArxiv({ baseUrl: 'http://127.0.0.1:9', userAgent: 'x', clock, fetch: async () => new Response(await words()) })
    .search({ text: 'rust', pageNumber: 0 }, never())
    .catch(() => {});

export const bars: Bar[] = [
  atMost(
    20,
    'a robots.txt made to keep us busy costs at most 20 times what an ordinary one of its length does',
    () => vet(rules(`Disallow: /*${'a'.repeat(900)}b`), path),
    () => vet(rules(`Disallow: /${'b'.repeat(901)}`), path),
  ),
  bomb,
  looking,
  atMost(
    10,
    'a feed of arXiv that is nested without end costs at most ten times what another of its length does',
    arxiv(feed('<a>'.repeat(100_000) + '</b>'.repeat(100_000))),
    arxiv(feed('a word '.repeat(100_000))),
  ),
];
