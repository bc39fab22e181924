import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { assessPage } from '../../../src/agent/judge/assess-page.ts';
import type { JudgeInput } from '../../../src/agent/judge/finding.ts';
import { openAssessor } from '../../../src/agent/judge/threads/assess-pool.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import type { PoolOptions } from '../../../src/agent/thread-pool.ts';
import { never } from '../../support/agent/local-web.ts';

const open = (more: Partial<PoolOptions> = {}) => openAssessor({ threads: 1, memoryMb: 256, seconds: 600, ...more });

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

test("a page is sent to a thread once, with the same result as in the caller's thread", async () => {
  await using rules = open();
  const asked = await input(3);
  using sent = vi.spyOn(Worker.prototype, 'postMessage');

  const result = await rules.assess(asked, never());

  expect(result).toEqual(assessPage(asked));
  expect(sent).toHaveBeenCalledOnce();
});

test('a page on which the rules take too long fails with a message', async () => {
  await using rules = open({ seconds: 0.1, patience: { startingMs: 0, elapsedTimes: 1_000_000 } });

  const long = rules.assess(await input(4000, 400), never());

  await expect(long).rejects.toThrow('the rules take longer than 0.1 s on this page');
});

test('a cancellation stops a judgement, and the next page is judged', async () => {
  await using rules = open();
  const abort = new AbortController();
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const long = rules.assess(await input(2000, 2000), abort.signal);
  const thread = await started;
  await once(thread, 'online');
  const ended = once(thread, 'exit');
  abort.abort(new Error('cancelled'));

  await expect(long).rejects.toThrow('cancelled');
  await ended;
  await expect(rules.assess(await input(1), never())).resolves.toMatchObject({ verdicts: { size: 2 } });
});
