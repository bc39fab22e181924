import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { guardValue, guardVerdict } from '../../src/agent/evidence/evidence-guard.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import { ReadFailure } from '../../src/agent/read/read-failure.ts';
import type { Page } from '../../src/domain/page/page.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import { findQuantities } from '../../src/language/quantity.ts';
import { readArgs } from '../shared/arguments.ts';

// Small pages of the kinds that the web has, with the right answers: `pages.json` for the files under `pages`, `own.json` for further ones.
// Prints a line for each wrong answer.

/** What is right of a page: each column and criterion with the answers that are. */
interface Case {
  file?: string;
  kind?: string;
  type?: string;
  body?: string;
  title?: string;
  published?: string | null;
  columns?: [label: string, format: 'text' | 'url' | 'number' | 'date', right: (string | null)[]][];
  criteria?: [label: string, right: Verdict[]][];
  /** Words that its text has. */
  holds?: string[];
  /** It cannot be read, and why. */
  unreadable?: string;
  /** Lines of a text: an amount, “ = ” and the number that it is. */
  amounts?: boolean;
}

const TYPES: Record<string, string> = {
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  md: 'text/markdown',
  txt: 'text/plain',
  pdf: 'application/pdf',
};
const here = (path: string) => resolve(import.meta.dirname, path);
const read = async (path: string) => JSON.parse(await readFile(here(path), 'utf8')) as Case[];

const counts = new Map<string, { right: number; all: number }>();
function check(kind: string, asked: string, got: string | null, right: readonly (string | null)[]) {
  const count = counts.get(kind) ?? { right: 0, all: 0 };
  counts.set(kind, count);
  count.all++;
  if (right.includes(got)) count.right++;
  else console.log(`${kind}: ${asked} is ${got ?? 'empty'}, not ${right.map((one) => one ?? 'empty').join(' or ')}`);
}

async function pageOf({ file, type, body }: Case): Promise<Page | ReadFailure> {
  const raw = file === undefined ? Buffer.from(body ?? '') : await readFile(here(`pages/${file}`));
  const mediaType = type ?? TYPES[file?.split('.').at(-1) ?? ''] ?? 'text/html';
  try {
    return await readDocument({ url: `https://cases.example/${encodeURI(file ?? 'page')}`, mediaType, charset: null, body: raw });
  } catch (error) {
    if (error instanceof ReadFailure) return error;
    throw error;
  }
}

async function checkAmounts(kind: string, file: string) {
  for (const line of (await readFile(here(`pages/${file}`), 'utf8')).trim().split('\n')) {
    const [amount = '', right = ''] = line.split(' = ');
    const [one, other] = findQuantities(amount, []);
    check(kind, `“${amount}”`, other ? null : (one?.plain ?? null), [right, null]);
  }
}

function checkPage(kind: string, page: Page, { title, published, columns = [], criteria = [], holds = [] }: Case) {
  if (title !== undefined) check(kind, 'the title', page.title, [title]);
  if (published !== undefined) check(kind, 'the day of publication', page.publishedAt?.slice(0, 10) ?? null, [published]);
  for (const words of holds) check(kind, `“${words}”`, page.text.includes(words) ? 'there' : 'missing', ['there']);
  const asked = columns.map(([label, format], i) => ({ id: `e${i}`, label, format, description: null }));
  for (const [i, [label, right]] of criteria.entries()) {
    const question = { id: `c${i}`, label, description: null };
    const found = judgeByRules({ page, request: label, criteria: [question], columns: [] }).verdicts.get(question.id);
    check(kind, `“${label}”`, found ? guardVerdict(page, question, found).verdict : null, right);
  }
  const { values } = judgeByRules({ page, request: 'things', criteria: [], columns: asked });
  for (const [i, column] of asked.entries()) {
    const found = values.get(column.id);
    check(kind, `“${column.label}” (${column.format})`, found ? guardValue(page, column, found).value : null, columns[i]?.[2] ?? []);
  }
}

for (const one of [...(await read('pages.json')), ...(await read('own.json'))]) {
  const kind = one.kind ?? one.file?.split('/')[0]?.replaceAll('-', ' ') ?? '';
  if (one.amounts && one.file) await checkAmounts(kind, one.file);
  const page = await pageOf(one);
  if (page instanceof ReadFailure) check(kind, 'the page', page.code, [one.unreadable ?? 'read']);
  else if (one.unreadable) check(kind, 'the page', 'read', [one.unreadable]);
  else checkPage(kind, page, one);
}

if (readArgs({ options: { kinds: { type: 'boolean' } } }).values.kinds)
  for (const [kind, { right, all }] of counts) console.log(`| ${kind} | ${right} of ${all} |`);
const wrong = [...counts].filter(([, { right, all }]) => right < all);
const sum = [...counts.values()].reduce((a, b) => ({ right: a.right + b.right, all: a.all + b.all }), { right: 0, all: 0 });
console.log(`${sum.right} of ${sum.all} answers right; kinds with none wrong: ${counts.size - wrong.length} of ${counts.size}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
