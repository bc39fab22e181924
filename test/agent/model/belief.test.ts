import { afterAll, describe, expect, test } from 'vitest';
import { judgeGuarded } from '../../../src/agent/evidence/judge-guarded.ts';
import { assessPage } from '../../../src/agent/judge/assess-page.ts';
import type { Finding, Question } from '../../../src/agent/judge/finding.ts';
import { openModel } from '../../../src/agent/model/ask.ts';
import { readBounds } from '../../../src/agent/model/belief/second-opinion.ts';
import { modelReasoner } from '../../../src/agent/model/reasoner.ts';
import { openTransport } from '../../../src/agent/model/transport.ts';
import { CapReached } from '../../../src/agent/ports.ts';
import { never, quickClock } from '../../support/agent/local-web.ts';
import { countingBudget, memoryModelPorts } from '../../support/agent/model-memory.ts';
import { type Asked, type Fault, type Opinion, openModelServer } from '../../support/agent/model-server.ts';
import { pageOf } from '../../support/page.ts';

const page = pageOf(
  `h1> Harbour Trust
p> Harbour Trust is a 501(c)(3) organisation.
h2> Where we are
p> Our people sit in Leeds.
p> Membership is not open to firms.
p> Harbour Trust was once a charity shop.`,
  { title: 'Harbour Trust', url: 'https://harbour.example/about' },
);
const charity: Question = { id: 'k1', label: 'Runs a charity', description: 'The organisation is a nonprofit' };
const british: Question = { id: 'k2', label: 'Headquartered in the UK', description: null };
const QUOTES: Record<string, string> = {
  'Runs a charity': 'Harbour Trust is a 501(c)(3) organisation.',
  'Headquartered in the UK': 'Our people sit in Leeds.',
};

const transport = openTransport();
afterAll(() => transport[Symbol.asyncDispose]());

const saying =
  (says: string, quotes: Record<string, string> = QUOTES) =>
  ({ criteria }: Asked): Opinion => ({
    criteria: criteria.map(({ id, label }) => ({
      id,
      says,
      passage: null,
      quote: Object.entries(quotes).find(([name]) => label.startsWith(name))?.[1] ?? null,
      note: 'because',
    })),
    columns: [],
  });
const reading =
  (...bearings: string[]) =>
  ({ criteria }: Asked) =>
    JSON.stringify({ criteria: criteria.map(({ id }, i) => ({ id, says: bearings[i] ?? bearings[0] })) });

async function lab(brain: (asked: Asked) => Opinion, alone: (asked: Asked) => string, next: (Fault | null)[] = []) {
  const server = await openModelServer(brain, undefined, alone);
  server.next = next;
  const ports = memoryModelPorts(quickClock());
  const budget = countingBudget();
  const endpoint = {
    provider: 'openai-compatible',
    model: 'm',
    key: undefined,
    baseUrl: server.url,
    concurrency: 2,
    timeoutMs: 600_000,
  } as const;
  const model = openModel(endpoint, { input: 1, output: 4 }, { ports, fetch: transport.fetch, random: () => 0.5 });
  const judge = async (criteria: Question[] = [charity, british], reserve = budget) => {
    const input = { page, request: 'charities in Britain', criteria, columns: [], budget: reserve };
    const reasoner = modelReasoner({ models: [model], answers: ports.answers });
    const result = await judgeGuarded(reasoner, input, assessPage(input), never());
    return { ...result, cells: criteria.map(({ id }) => result.verdicts.get(id)) };
  };
  return { server, budget, judge, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('evidence in other words than the criterion’s is read alone', () => {
  test('a claim that it supports is a match; one call covers all of a page’s cells and contains nothing else of the page', async () => {
    await using here = await lab(saying('yes'), reading('supports'));

    const { cells } = await here.judge();

    expect(cells.map((cell) => cell?.verdict)).toEqual(['match', 'match']);
    expect(here.server.calls).toHaveLength(2);
    const [, alone] = here.server.calls;
    expect(alone?.isAlone).toBe(true);
    expect(alone?.criteria.map(({ label }) => label)).toEqual([
      'Runs a charity. The organisation is a nonprofit',
      'Headquartered in the UK',
    ]);
    expect(alone?.passages).toEqual([
      { number: 1, context: '', text: 'Harbour Trust is a 501(c)(3) organisation.' },
      { number: 2, context: 'Where we are', text: 'Our people sit in Leeds.' },
    ]);
    expect(alone?.prompt).not.toMatch(/harbour\.example|Membership|once/u);
  });

  test.each(['neither', 'contradicts'])('a claim that it answers with “%s” is unproved, without evidence', async (bearing) => {
    await using here = await lab(saying('yes'), reading('supports', bearing));

    const { cells } = await here.judge();

    expect(cells[0]?.verdict).toBe('match');
    expect(cells[1]).toMatchObject({ verdict: 'needs_review', reason: 'unproved', evidence: null });
    expect(cells[1]?.note).toMatch(/because Read alone/u);
  });

  test('a contradiction holds when the evidence contradicts, and is retracted when it does not', async () => {
    await using here = await lab(saying('no'), reading('contradicts', 'neither'));

    const { cells } = await here.judge();

    expect(cells[0]).toMatchObject({ verdict: 'no_match', reason: 'contradicted', evidence: { quote: QUOTES['Runs a charity'] } });
    expect(cells[1]).toMatchObject({ verdict: 'needs_review', reason: 'unproved' });
  });

  test('evidence that denies the criterion is read alone although it has the criterion’s words', async () => {
    const open = { id: 'k', label: 'Open to firms', description: null };
    await using here = await lab(saying('yes', { 'Open to firms': 'Membership is not open to firms.' }), reading('contradicts'));

    const { cells } = await here.judge([open]);

    expect(cells[0]).toMatchObject({ verdict: 'needs_review', reason: 'unproved' });
  });

  test('evidence with the criterion’s label word for word is not read again', async () => {
    const shop = { id: 'k', label: 'Charity shop', description: null };
    await using here = await lab(saying('yes', { 'Charity shop': 'Harbour Trust was once a charity shop.' }), reading('neither'));

    const { cells } = await here.judge([shop]);

    expect(cells[0]?.verdict).toBe('match');
    expect(here.server.calls).toHaveLength(1);
  });

  test('nothing is asked when the guard found no evidence', async () => {
    await using here = await lab(
      saying('yes', { 'Runs a charity': 'It is a registered charity.', 'Headquartered in the UK': 'Based in York.' }),
      reading('supports'),
    );

    const { cells } = await here.judge();

    expect(cells.map((cell) => cell?.reason)).toEqual(['unproved', 'unproved']);
    expect(here.server.calls).toHaveLength(1);
  });
});

describe('reading evidence alone has a cost, and can fail', () => {
  test('it is charged to the run’s budget and included in the page’s cost', async () => {
    await using here = await lab(saying('yes'), reading('supports'));

    const result = await here.judge();

    expect(here.budget.reserved).toHaveLength(2);
    expect(result.spent).toEqual(here.budget.spent);
    const tokens = here.server.calls.reduce(
      (sum, { instructions, prompt }) => sum + Math.ceil((instructions.length + prompt.length) / 4),
      0,
    );
    expect(result.spent?.inputTokens).toBe(tokens);
  });

  test('its answer is stored: the same evidence is not read twice', async () => {
    await using here = await lab(saying('yes'), reading('supports'));

    await here.judge();
    const again = await here.judge();

    expect(here.server.calls).toHaveLength(2);
    expect(again.cells.map((cell) => cell?.verdict)).toEqual(['match', 'match']);
    expect(again.spent).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  test.each(['prose', 'empty', 'cut-text'] as const)('an answer that is %s is asked for once more', async (fault) => {
    await using here = await lab(saying('yes'), reading('supports'), [null, fault]);

    const { cells } = await here.judge();

    expect(cells.map((cell) => cell?.verdict)).toEqual(['match', 'match']);
    expect(here.server.calls).toHaveLength(3);
  });

  test.each([
    ['no JSON', () => 'I would rather not say.'],
    ['a word that is none of those asked for', reading('perhaps')],
    ['one cell of two', () => JSON.stringify({ criteria: [{ id: 'c1', says: 'supports' }] })],
    [
      'two things of one cell',
      () => JSON.stringify({ criteria: ['supports', 'neither', 'supports'].map((says, i) => ({ id: i < 2 ? 'c1' : 'c2', says })) }),
    ],
  ])('%s twice proves nothing', async (_, alone) => {
    await using here = await lab(saying('yes'), alone);

    const { cells } = await here.judge();

    for (const cell of cells) expect(cell).toMatchObject({ verdict: 'needs_review', reason: 'unproved', evidence: null });
    expect(cells[0]?.note).toMatch(/no model could be asked/u);
  });

  test('an endpoint that refuses the second call leaves the cells for review, and loses none', async () => {
    await using here = await lab(saying('yes'), reading('supports'), [null, 'unauthorized']);

    const { cells } = await here.judge();

    for (const cell of cells) expect(cell).toMatchObject({ verdict: 'needs_review', reason: 'unproved' });
  });

  test('a cap that the second call would pass is thrown, so that the page is judged in the next run', async () => {
    await using here = await lab(saying('yes'), reading('supports'));
    let calls = 0;
    const capped = {
      ...here.budget,
      reserve: async (most: Parameters<typeof here.budget.reserve>[0]) => {
        if (++calls > 1) throw new CapReached('run', 'the run’s cap');
        return here.budget.reserve(most);
      },
    };

    await expect(here.judge([charity, british], capped)).rejects.toThrow(CapReached);
  });
});

describe('a second opinion by the numbers and dates of the evidence', () => {
  const asked = (label: string): Question => ({ id: 'k', label, description: null });
  const read = (label: string, quote: string, { over = '', verdict = 'match' as Finding['verdict'] } = {}) => {
    const { disputed, isPlain } = readBounds(asked(label), { quote, label: over, heading: '' }, verdict === 'match');
    return disputed !== null ? 'disputed' : isPlain ? 'plain' : 'silent';
  };

  test.each([
    ['More than 20 employees', 'It has 12 employees.'],
    ['Fewer than 10 employees', 'A team of over 40 employees.'],
    ['Founded before 2010', 'It was founded in May 2014.'],
    ['Founded between 1990 and 1999', 'Founded 2003 in Oslo.'],
    ['Raised over $5 million', 'It raised $3 million in all.'],
    ['Published in 1965', 'Published 1970–1979.'],
    ['Taller than 100 metres', 'It stands 80 metres tall.'],
    ['Lighter than 300 grams', 'It weighs 410 grams.'],
  ])('“%s” is disputed by “%s”', (label, quote) => {
    expect(read(label, quote)).toBe('disputed');
    expect(read(label, quote, { verdict: 'no_match' })).not.toBe('disputed');
  });

  test.each([
    ['Published in 1965', 'Published 1960–1969.'],
    ['Published in 1965', 'Published from 1960 to 1969.'],
    ['Active in the 1960s', 'Active 1955-1975.'],
    ['Active in the 1960s', 'Active since 1955.'],
    ['Active in the 1960s', 'Active 1955–present'],
    ['Founded before 2010', 'Celebrating 20 years in 2024.'],
    ['Founded before 2010', 'Founded in 2007, it was sold in 2014.'],
    ['More than 20 employees', 'Sites in 12 countries.'],
    ['More than 20 employees', 'Its 5 founders hired another 12 employees.'],
    ['15 or more seasons', 'Played for Leeds and for twelve further seasons in York.'],
    ['Over 100 km long', 'The trail is 90 miles long.'],
    ['Based in the UK', 'Based in Britain.'],
    ['Not a member', 'Never a member.'],
    ['Employs 50 to 100 people', 'A nonprofit of some size.'],
  ])('“%s” is not disputed by “%s”', (label, quote) => {
    expect(read(label, quote)).not.toBe('disputed');
    expect(read(label, quote, { verdict: 'no_match' })).not.toBe('disputed');
  });

  test('evidence that the rule reads like the model, in the criterion’s words, is not read again', () => {
    expect(read('More than 20 employees', 'It has 62 employees.')).toBe('plain');
    expect(read('Founded before 2010', '2007', { over: 'Founded' })).toBe('plain');
    expect(read('More than 20 employees', '62', { over: 'Employees' })).toBe('plain');
    expect(read('More than 20 employees', '62', { over: 'Clients' })).toBe('silent');
    expect(read('More than 20 employees in Norway', 'It has 62 employees.')).toBe('silent');
  });
});
