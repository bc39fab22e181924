import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from '../../src/agent/read/charset.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { articlePages, datedPages, type RawPage, segmentPages } from './corpora.ts';

// Reads the corpora with one reader, in a process of its own, and writes what it found as JSON:
//   node bench/public/reading.ts FOLDER ours|readability|defuddle|articleExtractor|postlight

/** What a reader made of a page; `whole`: all its text, where the reader keeps more than the article. */
export interface Found {
  text: string;
  whole: string | null;
  day: string | null;
  failure: string | null;
}

export interface Reading {
  articles: Found[];
  segments: Found[];
  /** Of our reader alone: the others give a date where the metadata has one. */
  dates: Found[];
  /** A second of processor time, which a busy machine leaves alone; over some of the articles' pages, all of them read once before. */
  pagesASecond: number;
  failures: number;
}

type Reader = (page: RawPage) => Promise<Omit<Found, 'failure'>>;

const PEERS = fileURLToPath(new URL('../peers', import.meta.url));

/** Our reader: the article is what is no furniture, without the heading that says the title. */
const ours: Reader = async ({ url, charset, body }) => {
  const page = await readDocument({ url, mediaType: 'text/html', charset, body });
  return { text: articleOf(page), whole: page.text, day: page.publishedAt?.slice(0, 10) ?? null };
};

export function articleOf({ text, blocks, title }: Pick<Page, 'text' | 'blocks' | 'title'>): string {
  const lines = text.split('\n');
  const named = title.toLowerCase();
  const heading = lines.findIndex((line, i) => /^h/.test(blocks[i]?.tag ?? '') && line.length > 3 && named.includes(line.toLowerCase()));
  return lines.filter((_, i) => i !== heading && !blocks[i]?.boilerplate).join('\n');
}

async function readerNamed(name: string): Promise<Reader> {
  if (name === 'ours') return ours;
  const { readers } = (await import(join(PEERS, 'readers.mjs'))) as {
    readers: Record<string, (html: string, url: string) => Promise<{ text: string; day: string | null }>>;
  };
  const read = readers[name];
  if (!read) throw new Error(`There is no reader ${name}`);
  return async ({ url, charset, body }) => ({ whole: null, ...(await read(decode(body, charset), url)) }); // the text that ours reads, too
}

const SECONDS = 20;

/** A page that a reader fails on, or is not done with in 20 s, is a page it finds nothing on. */
async function found(read: Reader, page: RawPage): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`longer than ${SECONDS} s`)), SECONDS * 1000);
  });
  try {
    return { ...(await Promise.race([read(page), late])), failure: null };
  } catch (error) {
    return { text: '', whole: null, day: null, failure: String(error).slice(0, 200) };
  } finally {
    clearTimeout(timer);
  }
}

async function all(read: Reader, pages: readonly RawPage[]): Promise<Found[]> {
  const results: Found[] = [];
  for (const page of pages) results.push(await found(read, page));
  return results;
}

/** Pages that are timed, in rounds after one to warm up; the quickest counts, since other work only slows one down. */
const TIMED = 60;
const ROUNDS = 5;

const [folder, name] = process.argv.slice(2);
if (import.meta.main && folder && name) {
  console.log = console.warn = console.error = () => {}; // readers speak of their trouble in between
  const read = await readerNamed(name);
  const pages = articlePages(folder);
  const articles = await all(read, pages);
  let pagesASecond = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    await all(read, pages.slice(0, TIMED));
    const { user, system } = process.cpuUsage(before);
    if (round > 0) pagesASecond = Math.max(pagesASecond, (TIMED / (user + system)) * 1e6);
  }
  const segments = await all(read, segmentPages(folder));
  const dates = await all(read, name === 'ours' ? datedPages(folder) : []);
  const failures = [articles, segments, dates].flat().filter(({ failure }) => failure !== null).length;
  process.stdout.write(JSON.stringify({ articles, segments, dates, pagesASecond, failures } satisfies Reading));
}
