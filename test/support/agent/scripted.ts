import { EXAMINATIONS } from '../../../src/agent/entity/examine.ts';
import type { Examiner } from '../../../src/agent/entity/examiner.ts';
import type { ColumnQuestion, Finding, Reasoner, ValueFinding } from '../../../src/agent/judge/finding.ts';
import { type Plan, type PlanInput, plan } from '../../../src/agent/plan.ts';
import type { Ports } from '../../../src/agent/ports.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import type { Reader } from '../../../src/agent/read/reader.ts';
import type { Threads } from '../../../src/main/agent.ts';
import { assessorBy, learner } from './judges.ts';

/** The verdicts of a judge, by criterion label and page title. */
export type Table = Record<string, Record<string, Finding['verdict']>>;

const SILENT = 'nothing is said of it';
const SMALL = new Set('a an the of is are was were be in on at by for to or and after before since until than it its'.split(' '));
const wordsOf = (text: string) => (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !SMALL.has(word));
const sentencesOf = (text: string) => text.split(/\n|(?<=[.!?]) /u);

/**
 * A judge without language rules: a sentence with all words of a criterion's label is a match, and the quote. `table` overrides it for the
 * pages it names.
 */
export const scriptedJudge = (table: Table = {}): Reasoner => ({
  name: 'lexical',
  async judge({ page, criteria, columns }, signal) {
    signal.throwIfAborted();
    const sentences = sentencesOf(page.text).map((text) => ({ text, words: new Set(wordsOf(text)) }));
    const sentenceOf = (label: string) => sentences.find(({ words }) => wordsOf(label).every((word) => words.has(word)))?.text ?? null;
    const finding = (label: string): Finding => {
      const quote = sentenceOf(label);
      const verdict = table[label]?.[page.title] ?? (quote === null ? 'needs_review' : 'match');
      if (verdict === 'needs_review') return { verdict, reason: 'silent', quote: null, note: SILENT };
      const reason = verdict === 'no_match' ? 'contradicted' : 'stated';
      return { verdict, reason, quote: quote ?? sentences[0]?.text ?? null, note: '' };
    };
    const value = ({ label, format }: ColumnQuestion): ValueFinding => {
      const said = sentences.find(({ text, words }) => wordsOf(label).some((word) => words.has(word)) && /\d/u.test(text));
      const isCounted = format === 'number' || format === 'date';
      const figure = isCounted ? (/\d+/u.exec(said?.text ?? '')?.[0] ?? null) : null;
      if (figure === null) return { value: null, reason: 'silent', quote: null, note: SILENT };
      return { value: figure, reason: 'stated', quote: said?.text ?? null, note: '' };
    };
    return {
      verdicts: new Map(criteria.map(({ id, label }) => [id, finding(label)])),
      values: new Map(columns.map((column) => [column.id, value(column)])),
    };
  },
});

const close = { [Symbol.asyncDispose]: async () => {} };

const reader: Reader = {
  async read(document, signal) {
    signal.throwIfAborted();
    return readDocument(document);
  },
  ...close,
};

const examiner: Examiner = {
  async page(page, seen, signal) {
    signal.throwIfAborted();
    return { facts: EXAMINATIONS.page({ page, ...seen }), left: { ms: 2000 } };
  },
  address: async (hit, category) => EXAMINATIONS.address({ ...hit, category }),
  search: async (answers) => EXAMINATIONS.search({ answers }),
  titles: async (title, others) => EXAMINATIONS.titles({ title, others }),
  words: async (words, others) => EXAMINATIONS.words({ words, others }),
  ...close,
};

/** A worker's threads without a thread: pages are read and examined in the calling thread, and judged by a script. */
export const scriptedThreads = (judge: Reasoner = scriptedJudge()): Threads => ({
  reader,
  examiner,
  assessor: { ...assessorBy(judge), ...close },
  learner,
  ...close,
});

/** The plan of the rules, with its first `queries` queries. */
export function briefly(input: PlanInput, queries: number): Plan {
  const made = plan(input);
  return { ...made, queries: made.queries.slice(0, queries) };
}

/** On a slow machine a page or answer is late, not broken. */
export const ENDLESS = { totalMs: 600_000, timeoutMs: 600_000 };

/** The agent's ports without waiting for turns. */
export const withoutWaits = (ports: Ports): Ports => ({
  ...ports,
  clock: { ...ports.clock, sleep: async (_ms, signal) => signal?.throwIfAborted() },
  turns: { take: async (_key, _ms, signal) => signal.throwIfAborted(), hold: async () => close },
  pauses: { left: async () => ({ ms: 0, reason: null }), set: async () => {} },
});
