import { afterAll, describe, expect, test } from 'vitest';
import { judgeGuarded } from '../../../src/agent/evidence/judge-guarded.ts';
import { assessPage } from '../../../src/agent/judge/assess-page.ts';
import { openModel } from '../../../src/agent/model/ask.ts';
import type { Endpoint } from '../../../src/agent/model/endpoint.ts';
import { modelReasoner } from '../../../src/agent/model/reasoner.ts';
import { openTransport } from '../../../src/agent/model/transport.ts';
import type { Clock } from '../../../src/agent/ports.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';
import { countingBudget, memoryModelPorts } from '../../support/agent/model-memory.ts';
import { type Asked, FAULTS, type Fault, type ModelServer, type Opinion, openModelServer } from '../../support/agent/model-server.ts';
import { scriptTimeLimits } from '../../support/agent/time-limits.ts';
import { pageOf } from '../../support/page.ts';
import { until } from '../../support/until.ts';

const page = pageOf(
  `h1> Acme
p> Acme makes billing software for hospitals.
dt> Founded
dd> 2014
p> The company has 120 employees and is based in Lyon, France.
p> Acme allows remote work for every employee.`,
  { title: 'Acme' },
);
const criteria = [
  { id: 'k1', label: 'Allows remote work', description: null },
  { id: 'k2', label: 'At least 100 employees', description: null },
];
const columns = [{ id: 'v1', label: 'Employees', description: null, format: 'number' as const }];

const truth = ({ criteria: asked, columns: wanted }: Asked): Opinion => ({
  criteria: asked.map(({ id }, i) => ({
    id,
    says: 'yes',
    passage: i === 0 ? 6 : 5,
    quote: i === 0 ? 'Acme allows remote work for every employee.' : 'The company has 120 employees and is based in Lyon, France.',
    note: 'it says so',
  })),
  columns: wanted.map(({ id }) => ({ id, value: '120', passage: 5, quote: 'The company has 120 employees' })),
});

const ENDLESS_MS = 600_000;
const transport = openTransport();
afterAll(() => transport[Symbol.asyncDispose]());

const endpointAt = (server: ModelServer, over: Partial<Endpoint> = {}): Endpoint => ({
  provider: 'openai-compatible',
  model: 'fake',
  key: 'sk-secret',
  baseUrl: server.url,
  concurrency: 4,
  timeoutMs: ENDLESS_MS,
  ...over,
});

async function bench(
  brain: (asked: Asked) => Opinion | string = truth,
  over: Partial<Endpoint> = {},
  clock: Clock & { slept: number[] } = quickClock(),
) {
  const server = await openModelServer(brain);
  const ports = memoryModelPorts(clock);
  const budget = countingBudget();
  const model = openModel(endpointAt(server, over), { input: 1, output: 4 }, { ports, fetch: transport.fetch, random: () => 0.5 });
  const judge = async (signal = never()) => {
    const input = { page, request: 'software companies', criteria, columns, budget };
    const reasoner = modelReasoner({ models: [model], answers: ports.answers });
    const result = await judgeGuarded(reasoner, input, assessPage(input), signal);
    const [first, second, value] = [result.verdicts.get('k1'), result.verdicts.get('k2'), result.values.get('v1')];
    if (!first || !second || !value) throw new Error('a cell was left out');
    return { ...result, first, second, value };
  };
  return { server, clock, ports, budget, model, judge, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('a model as the judge', () => {
  test.each(['openai', 'anthropic', 'google', 'openai-compatible'] as const)(
    'answers all questions of a page in one call over the protocol of %s',
    async (provider) => {
      await using lab = await bench(truth, { provider });

      const result = await lab.judge();

      expect(result.first).toMatchObject({
        verdict: 'match',
        reason: 'stated',
        evidence: { quote: 'Acme allows remote work for every employee.' },
      });
      expect(result.second).toMatchObject({ verdict: 'match' });
      expect(result.value).toMatchObject({ value: '120', reason: 'stated' });
      expect(lab.server.calls).toHaveLength(1);
      expect(lab.server.calls[0]).toMatchObject({ mode: 'schema', key: expect.stringContaining('sk-secret') });
      expect(lab.server.calls[0]?.passages.find(({ text }) => text === '2014')?.context).toBe('Founded');
    },
  );

  const CALLS: Partial<Record<Fault, number>> = { fences: 1, think: 1 };
  const passing = FAULTS.filter((fault) => fault !== 'unauthorized' && fault !== 'slow' && fault !== 'silent' && fault !== 'limited-0');
  test.each(passing.flatMap((fault) => (['openai-compatible', 'anthropic'] as const).map((provider) => ({ fault, provider }))))(
    'recovers from $fault of $provider',
    async ({ fault, provider }) => {
      await using lab = await bench(truth, { provider });
      lab.server.next = [fault];

      const result = await lab.judge();

      expect(result.first.verdict).toBe('match');
      expect(result.value.value).toBe('120');
      expect(lab.server.calls).toHaveLength(CALLS[fault] ?? 2);
    },
  );

  test('no call is made before a Retry-After of 90 seconds is over', async () => {
    await using lab = await bench();
    lab.server.next = ['limited-90'];

    await lab.judge();

    expect(lab.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(90_000);
    expect(lab.server.calls).toHaveLength(2);
  });

  test('a call that waits for its turn while a pause begins is not made before the pause is over', async () => {
    const clock = quickClock();
    const answeredAt: number[] = [];
    const noting = (asked: Asked) => {
      answeredAt.push(clock.now());
      return truth(asked);
    };
    await using lab = await bench(noting, { concurrency: 1 }, clock);
    lab.server.next = ['limited-1'];
    const pages = [0, 1, 2].map((i) => ({ ...page, url: `https://acme.example/${i}` }));
    const reasoner = modelReasoner({ models: [lab.model], answers: lab.ports.answers });
    const start = clock.now();

    await Promise.all(pages.map((one) => reasoner.judge({ page: one, request: 'companies', criteria, columns }, never())));

    expect(lab.server.calls).toHaveLength(4);
    expect(answeredAt).toHaveLength(3);
    expect(Math.min(...answeredAt) - start).toBeGreaterThanOrEqual(1000);
  });

  test('an endpoint that limits with no Retry-After, or one of 0, is called at intervals', async () => {
    await using lab = await bench();
    lab.server.next = ['limited-0', 'limited-0', 'limited-0'];

    await lab.judge();

    expect(lab.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(4_000);
  });

  test('a call that takes too long is aborted and retried', async () => {
    using limits = scriptTimeLimits();
    await using lab = await bench();
    lab.server.next = ['silent'];

    const judging = lab.judge();
    await until(() => lab.server.calls.length === 1);
    limits.runOut();
    const result = await judging;

    expect(result.verdicts.get('k1')?.verdict).toBe('match');
    expect(lab.clock.slept).toHaveLength(1);
    expect(lab.server.calls.map(({ fault }) => fault)).toEqual(['silent', null]);
  });

  test('an abort ends a call at once', async () => {
    await using lab = await bench();
    lab.server.next = ['silent'];
    const stop = new AbortController();

    const judging = lab.judge(stop.signal);
    await until(() => lab.server.calls.length === 1);
    stop.abort(new Error('enough'));

    await expect(judging).rejects.toThrow('enough');
    await until(() => lab.server.busy() === 0);
  });

  test('the output mode that an endpoint accepts is stored', async () => {
    await using lab = await bench();
    lab.server.next = ['no-schema'];
    await lab.judge();
    lab.ports.kept.clear();

    await lab.judge();

    expect(lab.server.calls.map(({ mode }) => mode)).toEqual(['schema', 'object', 'object']);
    expect([...lab.ports.learnt.values()]).toEqual([{ mode: 'object', outputTokens: 0 }]);
  });

  test('two unreadable answers leave the cells for review, and are charged', async () => {
    await using lab = await bench();
    lab.server.next = ['prose', 'prose'];

    const result = await lab.judge();

    expect(result.first).toMatchObject({ verdict: 'needs_review', reason: 'unanswered', evidence: null });
    expect(result.value).toMatchObject({ value: null, reason: 'unanswered' });
    expect(lab.server.calls).toHaveLength(2);
    expect(result.spent).toEqual(lab.budget.spent);
    expect(lab.budget.spent.inputTokens).toBeGreaterThan(1000);
  });

  test('two different answers to one question count as none, and it is asked again', async () => {
    const torn = (asked: Asked): Opinion => {
      const { criteria: result, columns: input } = truth(asked);
      if (asked.isAgain) return { criteria: result, columns: input };
      return {
        criteria: [...result, { ...result[0], id: 'C1', says: 'no' }],
        columns: [{ id: ' E1', value: '12', quote: 'The company has 120 employees' }, ...input],
      };
    };
    await using once = await bench(torn);
    await using always = await bench((asked) => torn({ ...asked, isAgain: false }));

    const [mended, left] = [await once.judge(), await always.judge()];

    expect(once.server.calls).toHaveLength(2);
    expect(mended.first.verdict).toBe('match');
    expect(mended.value.value).toBe('120');
    expect(left.first).toMatchObject({ verdict: 'needs_review', reason: 'unanswered' });
    expect(left.second.verdict).toBe('match');
    expect(left.value).toMatchObject({ value: null, reason: 'unanswered' });
  });

  test('a repeated equal answer counts', async () => {
    await using lab = await bench((asked) => {
      const { criteria: result, columns: input } = truth(asked);
      return { criteria: [...result, ...result], columns: [...input, ...input] };
    });

    const result = await lab.judge();

    expect(lab.server.calls).toHaveLength(1);
    expect(result.first.verdict).toBe('match');
  });

  test('an answer that is truncated at every limit is requested in halves', async () => {
    await using lab = await bench();
    lab.server.next = ['length', 'length', 'length', 'length'];

    const result = await lab.judge();

    expect(result.first.verdict).toBe('match');
    expect(result.value.value).toBe('120');
    expect(lab.server.calls.slice(4).map((call) => call.criteria.length + call.columns.length)).toEqual([2, 1]);
  });

  test('the same questions on the same page are asked once', async () => {
    await using lab = await bench();

    const first = await lab.judge();
    const second = await lab.judge();

    expect(lab.server.calls).toHaveLength(1);
    expect(second.first).toEqual(first.first);
    expect(second.spent?.costNanoUsd ?? 0).toBe(0);
  });

  test('an unavailable endpoint pauses, and the rules judge meanwhile', async () => {
    await using lab = await bench();
    await lab.server[Symbol.asyncDispose]();

    const result = await lab.judge();
    const slept = lab.clock.slept.length;
    const again = await lab.judge();

    expect(result.by).toBe('lexical');
    expect(result.second.note).toContain('cannot be reached');
    expect(again.by).toBe('lexical');
    expect(lab.clock.slept).toHaveLength(slept);
  });

  test('a second endpoint answers when the first refuses the key', async () => {
    await using lab = await bench();
    await using shut = await openModelServer(() => '');
    shut.next = ['unauthorized'];
    const first = openModel(endpointAt(shut), null, { ports: lab.ports, fetch: transport.fetch });

    const result = await modelReasoner({ models: [first, lab.model], answers: lab.ports.answers }).judge(
      { page, request: 'companies', criteria, columns },
      never(),
    );

    expect(result.unanswered).toBeUndefined();
    expect(result.verdicts.get('k1')?.verdict).toBe('match');
  });

  test('no more calls run at a time than the endpoint’s concurrency', async () => {
    await using lab = await bench(truth, { concurrency: 2 });
    const release = Promise.withResolvers<void>();
    lab.server.held = release.promise;

    const judging = Array.from({ length: 12 }, (_, i) =>
      modelReasoner({ models: [lab.model], answers: lab.ports.answers }).judge(
        { page: { ...page, url: `https://acme.example/${i}` }, request: 'companies', criteria, columns },
        never(),
      ),
    );
    await until(() => lab.server.calls.length === 2);
    release.resolve();
    await Promise.all(judging);

    expect(lab.server.calls).toHaveLength(12);
    expect(lab.server.busiest).toBe(2);
  });

  test.each(
    ['12.5', '-40', '100000000', '1e300', '1e999', '"12"', '"many"', 'true', 'null', '0', '{}'].flatMap((figure) =>
      (['openai-compatible', 'anthropic', 'google'] as const).map((provider) => ({ figure, provider })),
    ),
  )('a server of $provider that counts $figure tokens loses no answer, and is charged whole ones', async ({ figure, provider }) => {
    await using lab = await bench(truth, { provider });
    lab.server.figure = figure;

    const result = await lab.judge();

    expect(result.second.verdict).toBe('match');
    expect(lab.server.calls).toHaveLength(1);
    for (const count of Object.values(lab.budget.spent)) expect(count).toSatisfy(Number.isSafeInteger);
    expect(lab.budget.spent.inputTokens).toBeGreaterThan(0);
    expect(lab.budget.spent.inputTokens).toBeLessThan(10_000);
    expect(lab.budget.spent.costNanoUsd).toBeGreaterThan(0);
  });

  test('no failure message contains a key', async () => {
    await using lab = await bench(() => '');
    lab.server.next = ['html', 'html', 'html', 'html', 'html'];

    const result = await lab.judge();

    expect(JSON.stringify([...result.verdicts.values()])).not.toContain('sk-secret');
    expect(result.first.note).toContain('did not answer as its protocol says');
  });
});

describe('a model’s claim is proved or not stored', () => {
  const saying =
    (quote: string, says = 'yes') =>
    (asked: Asked): Opinion => ({
      criteria: asked.criteria.map(({ id }) => ({ id, says, passage: null, quote, note: 'because' })),
      columns: asked.columns.map(({ id }) => ({ id, value: '500', passage: null, quote })),
    });

  test.each([
    ['an invented quote', 'Acme was praised by all for its remote employees.'],
    ['a quote with a changed number', 'The company has 1200 employees and is based in Lyon, France.'],
    ['a quote of another page', 'Globex lets all of its employees work remotely since 2019.'],
    ['no quote', ''],
  ])('%s proves nothing', async (_, quote) => {
    await using lab = await bench(saying(quote));

    const result = await lab.judge();

    for (const cell of [result.first, result.second]) expect(cell).toMatchObject({ verdict: 'needs_review', evidence: null });
    expect(result.value).toMatchObject({ value: null, reason: 'unproved', evidence: null });
  });

  test('a contradiction without a quote needs review', async () => {
    await using lab = await bench(saying('Remote work is forbidden.', 'no'));

    const result = await lab.judge();

    expect(result.first).toMatchObject({ verdict: 'needs_review', reason: 'unproved' });
  });

  test('a verdict whose quote has a contradicting number needs review, with the quote', async () => {
    await using lab = await bench(saying('The company has 120 employees and is based in Lyon, France.', 'no'));

    const result = await lab.judge();

    expect(result.second).toMatchObject({
      verdict: 'needs_review',
      reason: 'disputed',
      evidence: { quote: expect.stringContaining('120') },
    });
    expect(result.second.note).toMatch(/because By its words .* keeps the bound/);
  });

  test('a silent page needs review, whatever was asked', async () => {
    await using lab = await bench(saying('', 'silent'));

    const result = await lab.judge();

    for (const cell of [result.first, result.second])
      expect(cell).toMatchObject({ verdict: 'needs_review', reason: 'silent', evidence: null });
  });

  test('a page on another subject is no match without a quote', async () => {
    await using lab = await bench(saying('', 'other'));

    const result = await lab.judge();

    for (const cell of [result.first, result.second])
      expect(cell).toMatchObject({ verdict: 'no_match', reason: 'unrelated', evidence: null });
  });

  test('a page that answers one criterion is not on another subject', async () => {
    await using lab = await bench((asked) => ({
      ...truth(asked),
      criteria: [
        { ...(truth(asked).criteria[0] as object), id: 'c1' },
        { id: 'c2', says: 'other' },
      ],
    }));

    const result = await lab.judge();

    expect(result.first.verdict).toBe('match');
    expect(result.second).toMatchObject({ verdict: 'needs_review', reason: 'silent' });
  });
});

test.each([
  ['a list of a million numbers', `{"choices":[${'1,'.repeat(1_000_000)}1]}`, /holds more than 20000 values/],
  ['lists a million deep', `{"choices":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`, /nests deeper than 64/],
  [
    'tools to be called without end',
    `{"choices":[{"message":{"tool_calls":[${'{},'.repeat(500_000)}{}]}}]}`,
    /holds more than 20000 values/,
  ],
  ['3 MB of blanks', ' '.repeat(3_000_000), /larger than 2 MB/],
])('an answer with %s is refused before it is parsed', async (_, body, message) => {
  await using web = await openWeb((_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  const endpoint: Endpoint = {
    provider: 'openai-compatible',
    model: 'fake',
    key: undefined,
    baseUrl: web.url,
    concurrency: 1,
    timeoutMs: ENDLESS_MS,
  };
  const model = openModel(endpoint, null, { ports: memoryModelPorts(quickClock()), fetch: transport.fetch });

  const asking = model.ask(
    { instructions: 'Say yes.', prompt: 'Well?', schema: { type: 'object' }, outputTokens: 10 },
    { budget: countingBudget(), patienceMs: 0, signal: never(), onSpent: () => {} },
  );

  await expect(asking).rejects.toMatchObject({ name: 'ModelFailure', kind: 'unavailable', message: expect.stringMatching(message) });
});
