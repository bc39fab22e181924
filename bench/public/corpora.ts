import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

// The public corpora, as their repositories hold them. `folder` is where the repositories lie side by side.

export const FOLDERS = {
  articles: 'article-extraction-benchmark',
  segments: 'trafilatura',
  dates: 'htmldate',
  robots: 'robotstxt',
  attribution: 'AttributionBench',
  claims: 'eval',
} as const;

/** A document to read. `charset`: as its transport would declare it. */
export interface RawPage {
  url: string;
  charset: string | null;
  body: Uint8Array;
}

export interface ArticlePage extends RawPage {
  truth: string;
}

export interface SegmentPage extends RawPage {
  with: string[];
  without: string[];
}

export interface DatedPage extends RawPage {
  set: 'default' | 'mediacloud';
  /** Whether the classifier and the order of sources were made with this document in sight. */
  isSeen: boolean;
  /** YYYY-MM-DD; null where the list has none. */
  day: string | null;
}

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8').replace(/:\s*NaN\b/g, ': null'));

/** article-extraction-benchmark: pages with the words of their article. They are UTF-8 whatever they declare. */
export function articlePages(folder: string): ArticlePage[] {
  const base = join(folder, FOLDERS.articles);
  const truths: Record<string, { articleBody: string; url: string }> = json(join(base, 'ground-truth.json'));
  return Object.entries(truths).map(([id, { articleBody, url }]) => ({
    url,
    charset: 'utf-8',
    body: gunzipSync(readFileSync(join(base, 'html', `${id}.html.gz`))),
    truth: articleBody ?? '',
  }));
}

/** What article-extraction-benchmark's authors got from a tool, in the order of its pages; null where the repository lacks the file. */
export function publishedArticles(folder: string, tool: string): string[] | null {
  const base = join(folder, FOLDERS.articles);
  const path = join(base, 'output', `${tool}.json`);
  if (!existsSync(path)) return null;
  const stored = json(path);
  const found: Record<string, { articleBody?: string }> = stored.output ?? stored;
  return Object.keys(json(join(base, 'ground-truth.json'))).map((id) => found[id]?.articleBody ?? '');
}

/** trafilatura's documents at even places of their list, counted from 0: the other half taught the classifier. */
export function segmentPages(folder: string): SegmentPage[] {
  const tests = join(folder, FOLDERS.segments, 'tests');
  const all: Record<string, { file: string; with: string[]; without: string[] }> = json(join(tests, 'evaldata.json'));
  return Object.entries(all)
    .filter((_, i) => i % 2 === 0)
    .map(([url, { file, ...pieces }]) => ({
      url,
      charset: null,
      body: readFileSync(inFolders(tests, ['cache', 'eval'], file)),
      ...pieces,
    }));
}

/** htmldate's two sets. A page counts as seen when trafilatura's odd half holds it. */
export function datedPages(folder: string): DatedPage[] {
  const tests = join(folder, FOLDERS.dates, 'tests');
  const trafilatura: Record<string, { file: string }> = json(join(folder, FOLDERS.segments, 'tests/evaldata.json'));
  const odd = Object.entries(trafilatura).filter((_, i) => i % 2 === 1);
  const seen = new Set(odd.flatMap(([url, { file }]) => [url, file]));
  return (['default', 'mediacloud'] as const).flatMap((set) => {
    const list: Record<string, { file: string; date: string | null }> = json(
      join(tests, set === 'default' ? 'eval_default.json' : 'eval_mediacloud_2020.json'),
    );
    return Object.entries(list).map(([url, { file, date }]) => ({
      url,
      charset: null,
      body: readFileSync(inFolders(tests, ['test_set', 'cache', 'eval'], file)),
      set,
      isSeen: seen.has(url) || seen.has(file),
      day: date,
    }));
  });
}

function inFolders(base: string, folders: string[], file: string): string {
  const path = folders.map((folder) => join(base, folder, file)).find((one) => existsSync(one));
  if (path === undefined) throw new Error(`${file} is in none of ${folders.join(', ')} of ${base}`);
  return path;
}

/** The folders of the list that are not there or empty, with their whole path; a local web that was not built yet, with what builds it. */
export const missingFolders = (folder: string): string[] =>
  Object.values(FOLDERS).flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path) || readdirSync(path).length === 0) return [path];
    const claims = join(path, 'claims.jsonl');
    return name === FOLDERS.claims && !existsSync(claims) ? [`${claims} (${join(path, 'build.sh')} writes it)`] : [];
  });
