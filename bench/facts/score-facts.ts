import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { labelledFacts } from '../../src/agent/judge/rules/facts/labelled-facts.ts';
import { readFor } from '../../src/agent/judge/text/reading.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';

export interface PageTruth {
  kind: string;
  path: string;
  facts: { label: string; value: string }[];
}

/** What a person read on each page. */
export function readTruth(): PageTruth[] {
  const pages: PageTruth[] = [];
  for (const line of readFileSync(new URL('./truth.tsv', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [first = '', second = ''] = line.split('\t');
    if (first.startsWith('= ')) pages.push({ kind: first.slice(2), path: second, facts: [] });
    else pages.at(-1)?.facts.push({ label: first, value: second });
  }
  return pages;
}

/** The commit of each repository at which its pages were read. */
export const readCommits = (): Map<string, string> =>
  new Map(
    [...readFileSync(new URL('./truth.tsv', import.meta.url), 'utf8').matchAll(/^# commit\t(\S+)\t(\S+)$/gm)].map(
      ([, repository = '', commit = '']) => [repository, commit] as const,
    ),
  );

export interface FactScore {
  pages: number;
  facts: number;
  found: number;
  missed: { path: string; label: string; value: string }[];
}

/** Looks for the truth among the labelled facts that our reader gives. `folder`: a checkout of each repository as `owner+name`. */
export async function scoreFacts(folder: string, isWanted: (page: number) => boolean = () => true): Promise<FactScore> {
  const score: FactScore = { pages: 0, facts: 0, found: 0, missed: [] };
  for (const [i, { path, facts }] of readTruth().entries()) {
    if (!isWanted(i)) continue;
    const input = await factsOf(join(folder, path));
    score.pages++;
    for (const { label, value } of facts) {
      score.facts++;
      if (input.some((fact) => bare(fact.label) === bare(label) && isValue(fact.value, value))) score.found++;
      else score.missed.push({ path, label, value });
    }
  }
  return score;
}

export interface PrecisionScore {
  /** Of the judged facts, those that the reader still gives, and how many of them are right. */
  judged: number;
  right: number;
  /** Judged facts that it gives no more. */
  gone: number;
}

/** How many of the facts that the reader gives are right, of those that a person judged (judged.tsv). `folder` as for `scoreFacts`. */
export async function scorePrecision(folder: string): Promise<PrecisionScore> {
  const score: PrecisionScore = { judged: 0, right: 0, gone: 0 };
  let facts: { label: string; value: string }[] = [];
  for (const line of readFileSync(new URL('./judged.tsv', import.meta.url), 'utf8').split('\n')) {
    const [mark, label = '', value = ''] = line.split('\t');
    if (line.startsWith('= ')) facts = await factsOf(join(folder, line.slice(2)));
    if (mark !== '+' && mark !== '-') continue;
    if (!facts.some((fact) => isValue(fact.label, label) && isValue(fact.value, value))) score.gone++;
    else {
      score.judged++;
      if (mark === '+') score.right++;
    }
  }
  return score;
}

/** The labelled facts of a file. Throws where it is missing. */
export async function factsOf(file: string): Promise<{ label: string; value: string }[]> {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const raw = readFileSync(file);
  const body = file.endsWith('.gz') ? gunzipSync(raw) : raw;
  const url = `https://pages.example/${encodeURIComponent(basename(file))}`;
  return labelledFacts(readFor(await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body })));
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/^[\s•*-]+|[\s:：*]+$/gu, '')
    .replace(/\s+/gu, ' ');

const isValue = (input: string, value: string) =>
  value.endsWith('…') ? bare(input).startsWith(bare(value.slice(0, -1))) : bare(input) === bare(value);
