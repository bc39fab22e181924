import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { canonicalKey } from '../../src/agent/entity/key.ts';
import { guardValue, guardVerdict } from '../../src/agent/evidence/guard.ts';
import type { ColumnQuestion, Question } from '../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import { plan } from '../../src/agent/plan.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { openSearxng } from '../../src/agent/search/providers/searxng.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { combineVerdicts } from '../../src/domain/verdict.ts';
import type { Category } from '../../src/domain/webset.ts';

// Plans, searches, judges and guards without database, queue or fetcher, over a local web with known truth; writes exports for its scorer.
//   npm run bench:local-web -- --web DIR [--search http://127.0.0.1:8791 | --perfect] [--questions a,b] --out exports
//   npm run bench:local-web -- --web DIR --claims predictions.jsonl

interface Spec {
  createSession: { originalQuery: string; category: Category };
  addCriterion: { label: string; description: string }[];
  addEnrichment: { label: string; description: string; format: ColumnQuestion['format'] }[];
}
interface Scorer {
  questions(): Map<string, { id: string; source: string; truth: { verdicts: Record<string, unknown>; matching: string[] } }>;
  spec(question: unknown): Spec;
}
interface Claim {
  id: string;
  file: string;
  url: string;
  criterion: { label: string; description: string };
}

const { values: args } = parseArgs({
  options: {
    web: { type: 'string' },
    search: { type: 'string' },
    perfect: { type: 'boolean' },
    questions: { type: 'string' },
    claims: { type: 'string' },
    out: { type: 'string', default: 'exports' },
    pages: { type: 'string', default: '300' },
  },
});
if (!args.web) {
  console.error('The local web is missing: say --web DIR');
  process.exit(2);
}
const { web } = args;

const files = new Map<string, string>();
for (const source of ['remote', 'peps', 'wice'])
  for (const line of readFileSync(join(web, source, 'manifest.jsonl'), 'utf8')
    .trim()
    .split('\n')) {
    const { url, file } = JSON.parse(line) as { url: string; file: string };
    files.set(new URL(url).pathname, join(web, source, file));
  }
const pages = new Map<string, Promise<Page | null>>();
const pageAt = (url: string): Promise<Page | null> => {
  const file = files.get(new URL(url).pathname);
  const known = pages.get(url);
  if (known || !file) return known ?? Promise.resolve(null);
  const page = readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: readFileSync(file) }).catch(() => null);
  pages.set(url, page);
  return page;
};

let cpu = 0;
let judged = 0;
function judge(page: Page, request: string, criteria: Question[], columns: ColumnQuestion[]) {
  const before = process.cpuUsage();
  const result = judgeByRules({ page, request, criteria, columns });
  const verdicts = criteria.map((one) => {
    const finding = result.verdicts.get(one.id);
    if (!finding) throw new Error('left out');
    return { label: one.label, finding, ...guardVerdict(page, one, finding) };
  });
  const cells = columns.map((one) => {
    const finding = result.values.get(one.id);
    if (!finding) throw new Error('left out');
    return { label: one.label, finding, ...guardValue(page, one, finding) };
  });
  const used = process.cpuUsage(before);
  cpu += (used.user + used.system) / 1000;
  judged++;
  return { verdicts, cells };
}

/** Judging keeps the loop busy for longer than a server keeps an idle connection open: once more, then. */
const patiently = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(ask);

/** The rounds of a run: every query's next page, until two rounds bring under a tenth new. */
async function candidates(queries: string[], searchUrl: string, most: number): Promise<string[]> {
  const provider = openSearxng({ baseUrl: searchUrl });
  const urls = new Map<string, string>();
  let lean = 0;
  for (let round = 0; round < 10 && urls.size < most && lean < 2; round++) {
    let seen = 0;
    const had = urls.size;
    for (const text of queries)
      for (const hit of await patiently(() => provider.search({ text, pageNumber: round }, AbortSignal.timeout(20_000)))) {
        seen++;
        if (!urls.has(canonicalKey(hit.url))) urls.set(canonicalKey(hit.url), hit.url);
      }
    if (seen === 0) break;
    lean = urls.size - had < 0.1 * seen ? lean + 1 : 0;
  }
  return [...urls.values()].slice(0, most);
}

async function questions() {
  const scorer = (await import(pathToFileURL(resolve(web, 'score.mjs')).href)) as Scorer;
  mkdirSync(args.out, { recursive: true });
  for (const question of scorer.questions().values()) {
    if (args.questions && !args.questions.split(',').some((id) => question.id.startsWith(id))) continue;
    const { createSession, addCriterion, addEnrichment } = scorer.spec(question);
    const criteria = addCriterion.map((one, i) => ({ id: `c${i}`, ...one }));
    const columns = addEnrichment.map((one, i) => ({ id: `e${i}`, ...one }));
    const planned = plan({ query: createSession.originalQuery, category: createSession.category, notes: null, criteria, columns });
    const urls = args.search
      ? await candidates(planned.queries, args.search, Number(args.pages))
      : Object.keys(question.truth.verdicts).map((url) => new URL(url, 'http://127.0.0.1:8788').href);
    const paths = new Set(urls.map((url) => new URL(url).pathname));
    const reached = question.truth.matching.filter((url) => paths.has(new URL(url, 'http://x').pathname)).length;
    const rows = [];
    for (const url of urls) {
      const page = await pageAt(url);
      if (!page) continue;
      const { verdicts, cells } = judge(page, createSession.originalQuery, criteria, columns);
      rows.push({
        url,
        title: page.title,
        matchVerdict: combineVerdicts(verdicts.map(({ verdict }) => verdict)),
        criteria: Object.fromEntries(
          verdicts.map(({ label, verdict, evidence, reason, note, finding }) => [
            label,
            { verdict, evidence: evidence?.quote ?? null, reason, note, before: finding.verdict, quote: finding.quote },
          ]),
        ),
        enrichments: Object.fromEntries(cells.map(({ label, value, evidence }) => [label, { value, evidence: evidence?.quote ?? null }])),
        why: Object.fromEntries(cells.map(({ label, note, reason, finding }) => [label, { reason, note, finding }])),
      });
    }
    console.log(
      `${question.id}  pages ${urls.length}  reached ${reached}/${question.truth.matching.length}  ${planned.queries.join(' | ')}`,
    );
    writeFileSync(join(args.out, `${question.id}.json`), JSON.stringify({ query: createSession.originalQuery, results: rows }));
  }
}

async function claims(out: string) {
  const lines: string[] = [];
  for (const line of readFileSync(join(web, 'claims.jsonl'), 'utf8').trim().split('\n')) {
    const claim = JSON.parse(line) as Claim;
    const page = await pageAt(claim.url);
    if (!page) continue;
    const { verdicts } = judge(page, claim.criterion.label, [{ id: 'c', ...claim.criterion }], []);
    const [one] = verdicts;
    lines.push(JSON.stringify({ id: claim.id, verdict: one?.verdict, evidence: one?.evidence?.quote ?? null, note: one?.note }));
  }
  writeFileSync(out, `${lines.join('\n')}\n`);
}

await (args.claims ? claims(args.claims) : questions());
console.log(`CPU ${(cpu / Math.max(1, judged)).toFixed(1)} ms a page over ${judged} pages`);
