import { expect, test } from 'vitest';
import type { JudgeInput } from '../../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../../src/agent/judge/rules/lexical.ts';
import { openRules } from '../../../src/agent/judge/threads/threaded.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import { never } from '../../support/agent/local-web.ts';

const open = (seconds = 20) => openRules({ threads: 1, memoryMb: 256, seconds });

async function input(paragraphs: number, criteria = 2): Promise<JudgeInput> {
  const words = 'The database of the company in Berlin was not written in Rust in 2012, and 400 people use it under an MIT licence.';
  const body = Buffer.from(`<html lang="en"><title>Db</title>${`<p>${words}</p>`.repeat(paragraphs)}`);
  const page = await readDocument({ url: 'https://example.com/', mediaType: 'text/html', charset: null, body });
  const asked = (n: number) => ({
    id: `c${n}`,
    label: `Is it number ${n} of the databases written in Rust since ${1990 + n}`,
    description: null,
  });
  return {
    page,
    request: 'databases',
    criteria: Array.from({ length: criteria }, (_, n) => asked(n)),
    columns: [{ id: 'v', label: 'Founded', description: null, format: 'date' }],
  };
}

test('the rules say in their thread what they say anywhere', async () => {
  await using rules = open();
  const asked = await input(3);

  const result = await rules.judge(asked, never());

  expect(result).toEqual(judgeByRules(asked));
});

test('a page on which the rules take too long is left, and the next one judged', async () => {
  await using rules = open(3);

  const [long, next] = await Promise.allSettled([rules.judge(await input(50_000, 2000), never()), rules.judge(await input(1), never())]);

  expect(long).toMatchObject({ reason: { message: 'the rules take longer than 3 s on this page' } });
  expect(next.status).toBe('fulfilled');
});

test('a cancelled run stops at once in the middle of a judgement', async () => {
  await using rules = open(60);
  const abort = new AbortController();
  const long = rules.judge(await input(30_000, 2000), abort.signal);
  setTimeout(() => abort.abort(new Error('cancelled')), 300);
  const began = performance.now();

  await expect(long).rejects.toThrow('cancelled');
  expect(performance.now() - began).toBeLessThan(3000);
});
