import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalKey } from '../../src/agent/entity/key.ts';
import { plan } from '../../src/agent/plan.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openSearxng } from '../../src/agent/search/providers/searxng.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { type EvalQuestion, pagesIn, pathOf, questionsIn, serveWeb } from '../shared/evaluation.ts';

/** The pages that a run for a question reads, in the order found. */
export interface BenchRun {
  question: EvalQuestion;
  pages: Page[];
}

export interface Evaluation {
  runs: BenchRun[];
  /** Of everything the runs were made of. */
  sha256: string;
}

/** Every question's run of at most `most` pages, found and read by the product's own plan, search and reader. `cache` stores the pages. */
export async function openEvaluation(folder: string, cache: string, most: number): Promise<Evaluation> {
  mkdirSync(cache, { recursive: true });
  const questions = await questionsIn(folder);
  const found = await findPages(folder, join(cache, `found-${most}.json`), { questions, most });
  const read = await readPages(folder, join(cache, 'pages.jsonl'), new Set(Object.values(found).flat()));
  const runs = questions.map((question) => ({
    question,
    pages: (found[question.id] ?? []).flatMap((path) => read.get(path) ?? []),
  }));
  const hash = createHash('sha256');
  for (const { question, pages } of runs) hash.update(JSON.stringify([question.id, question.criteria, pages.map(({ url }) => url)]));
  return { runs, sha256: hash.digest('hex') };
}

async function findPages(folder: string, file: string, { questions, most }: { questions: EvalQuestion[]; most: number }) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  using web = serveWeb(folder);
  await web.ready();
  const found: Record<string, string[]> = {};
  for (const { id, query, category, criteria, enrichments } of questions) {
    const { queries } = plan({ query, category, notes: null, criteria, columns: enrichments });
    found[id] = (await candidates(queries, web.url, most)).map(pathOf);
  }
  writeFileSync(file, JSON.stringify(found));
  return found;
}

/** The rounds of a run: every query's next page, until two rounds bring under a tenth new. */
async function candidates(queries: string[], web: string, most: number): Promise<string[]> {
  const provider = openSearxng({ baseUrl: web });
  const urls = new Map<string, string>();
  let lean = 0;
  for (let round = 0; round < 10 && urls.size < most && lean < 2; round++) {
    let seen = 0;
    const had = urls.size;
    for (const text of queries)
      for (const hit of await provider.search({ text, pageNumber: round }, AbortSignal.timeout(20_000))) {
        seen++;
        if (!urls.has(canonicalKey(hit.url))) urls.set(canonicalKey(hit.url), hit.url);
      }
    if (seen === 0) break;
    lean = urls.size - had < 0.1 * seen ? lean + 1 : 0;
  }
  return [...urls.values()].slice(0, most);
}

async function readPages(folder: string, file: string, wanted: Set<string>): Promise<Map<string, Page>> {
  if (!existsSync(file)) {
    const lines: string[] = [];
    for (const { url, file: path } of pagesIn(folder)) {
      if (!wanted.has(pathOf(url))) continue;
      const page = await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: readFileSync(path) }).catch(() => null);
      if (page) lines.push(JSON.stringify(page));
    }
    writeFileSync(file, `${lines.join('\n')}\n`);
  }
  const pages = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Page);
  return new Map(pages.map((page) => [pathOf(page.url), page]));
}
