import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seenOf } from '../../../src/agent/read/blocks/classify.ts';
import type { Seen } from '../../../src/agent/read/blocks/page-context.ts';
import { decode } from '../../../src/agent/read/charset.ts';
import { walkHtml } from '../../../src/agent/read/html/walk.ts';
import { labelsOfExpected, labelsOfFacts, labelsOfSegments } from './labels.ts';

/** A document to learn from. Labels: 1 content, 0 furniture, -1 unknown. */
export interface Document {
  name: string;
  kind: 'readability' | 'trafilatura' | 'products' | 'web';
  seen: Seen;
  lines: string[];
  labels: Int8Array;
  /** What the article is, where that is known from end to end. */
  article: string;
  segments: Segments | null;
}

export interface Segments {
  file: string;
  with: string[];
  without: string[];
}

export function readForTraining(html: string): { seen: Seen; lines: string[] } {
  const { writer, outline, about } = walkHtml(html, 'https://example.com/');
  const seen = seenOf({ writer, outline, titles: [about.title, about.ogTitle ?? ''] });
  return { seen, lines: seen.measures.map((_, i) => writer.lineAt(i)) };
}

/** Mozilla's test pages, with what its own Readability takes as their article. */
export function readabilityPages(corpora: string, hash: Hash): Document[] {
  const folder = join(corpora, 'readability/test/test-pages');
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const source = readFileSync(join(folder, name, 'source.html'));
      const expected = readFileSync(join(folder, name, 'expected.html'));
      hash.update(source).update(expected);
      const { seen, lines } = readForTraining(decode(source, 'utf-8'));
      const article = readForTraining(decode(expected, 'utf-8')).lines;
      const labels = labelsOfExpected(lines, article, seen.title);
      return { name, kind: 'readability', seen, lines, labels, article: article.join('\n'), segments: null };
    });
}

/** Documents of trafilatura's evaluation at odd (1) or even (0) places of evaldata.json, counted from 0. */
export function trafilaturaHalf(corpora: string, half: 0 | 1, hash: Hash = createHash('sha256')): Document[] {
  const tests = join(corpora, 'trafilatura/tests');
  const all = Object.values(JSON.parse(readFileSync(join(tests, 'evaldata.json'), 'utf8')) as Record<string, Segments>);
  return all
    .filter((_, i) => i % 2 === half)
    .flatMap((segments) => {
      const path = ['cache', 'eval'].map((folder) => join(tests, folder, segments.file)).find((one) => existsSync(one));
      if (path === undefined) throw new Error(`${segments.file} is missing`);
      const body = readFileSync(path);
      hash.update(body).update(JSON.stringify(segments));
      const { seen, lines } = readForTraining(decode(body, null));
      const labels = labelsOfSegments(lines, segments, seen.title);
      return [{ name: segments.file, kind: 'trafilatura', seen, lines, labels, article: '', segments } as const];
    });
}

/**
 * scrapinghub's product pages: the lines with the price, the maker and the numbers of the thing are content, what the markup calls
 * furniture is not.
 */
export function productPages(corpora: string, hash: Hash): Document[] {
  const folder = join(corpora, 'product-extraction-benchmark/dataset');
  const list = readFileSync(join(folder, 'ground-truth.json'), 'utf8');
  hash.update(list);
  return Object.entries(JSON.parse(list) as Record<string, Record<string, string[]>>).map(([id, truth]) => {
    const body = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)));
    hash.update(body);
    const { seen, lines } = readForTraining(decode(body, null));
    const labels = labelsOfFacts(lines, seen, truth);
    return { name: id, kind: 'products', seen, lines, labels, article: '', segments: null } as const;
  });
}

const WEB_SOURCES = ['papers', 'people', 'peps', 'remote', 'rustblog', 'yc', 'wice'];
const WEB_PAGES = 12;

/** A few pages of each source of a local web: everything between the site's head and foot is content. */
export function webPages(web: string, hash: Hash): Document[] {
  return WEB_SOURCES.flatMap((source) => {
    const folder = join(web, source, 'pages');
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.html'))
      .sort();
    const step = Math.floor(names.length / WEB_PAGES);
    return Array.from({ length: WEB_PAGES }, (_, i) => names[i * step] as string).map((name) => {
      const body = readFileSync(join(folder, name));
      hash.update(body);
      const { seen, lines } = readForTraining(decode(body, 'utf-8'));
      const labels = Int8Array.from(seen.elementOf, (of) => contentOfWeb(seen, of));
      return { name, kind: 'web', seen, lines, labels, article: '', segments: null } as const;
    });
  });
}

function contentOfWeb({ elements }: Seen, of: number): number {
  for (let e = of; e > 0; e = elements[e]?.parent ?? 0) {
    const { name = '', classes = '' } = elements[e] ?? {};
    if (name === 'aside' || name === 'footer' || name === 'header' || name === 'nav' || classes.startsWith('crumbs')) return 0;
    if (name === 'main' || classes.startsWith('wrap')) return 1;
  }
  return -1;
}
