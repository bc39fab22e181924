import type { Finding, Reasoner, ValueFinding } from '../../../src/agent/judge/finding.ts';
import { htmlPage } from '../../support/web.ts';

/** Whether the engine of a database is written in Rust, by its number or its address. */
export const isRust = (of: number | string) => Number(/\d+$/.exec(String(of))?.[0]) % 3 !== 2;

/** Pages of databases. Unless `subjectOf` names them, the rules cannot determine which engine a page is about. */
export const enginePages = (count: number, subjectOf: (name: string) => string = () => 'The engine is') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const name = `Database${i}`;
      const language = isRust(i) ? 'written in Rust and compiled ahead of time' : 'written in Go with a garbage collector';
      return [
        `/db${i}`,
        htmlPage(name, `${name} stores tables.`, `${subjectOf(name)} ${language}.`, `${name} was released in ${1990 + i}.`),
      ];
    }),
  );

const sentence = (text: string, of: RegExp) => text.split('\n').find((line) => of.test(line)) ?? null;

/** A model that knows which engine is written in Rust, and when each was released. */
const knowing = (text: string): Finding => {
  const quote = sentence(text, /written in (Rust|Go) /);
  return quote?.includes('Rust')
    ? { verdict: 'match', reason: 'stated', quote, note: 'as it says' }
    : { verdict: 'no_match', reason: 'contradicted', quote, note: 'as it says' };
};

/** The answer of a model that leaves every criterion open. */
export const unknowing = (): Finding => ({ verdict: 'needs_review', reason: 'silent', quote: null, note: 'who knows' });

const released = (text: string): ValueFinding => {
  const quote = sentence(text, /released in/);
  return { value: /\d{4}/.exec(quote ?? '')?.[0] ?? null, reason: 'stated', quote, note: 'as it says' };
};

/** A model. `asked` collects the pages that it is asked about; it never answers from call number `hangAt` on. */
export const engineModel = (asked: string[], { says = knowing, hangAt = Number.POSITIVE_INFINITY } = {}): Reasoner => ({
  name: 'llm',
  async judge({ page, criteria, columns }) {
    asked.push(page.url);
    if (asked.length >= hangAt) await new Promise(() => {});
    return {
      verdicts: new Map(criteria.map(({ id }) => [id, says(page.text)])),
      values: new Map(columns.map(({ id }) => [id, released(page.text)])),
      spent: { inputTokens: 100, outputTokens: 10, costNanoUsd: 0 },
    };
  },
});
