import { describe, expect, test } from 'vitest';
import type { Clock, ModelPorts } from '../../../src/agent/ports.ts';
import { openClient } from '../../../src/db/connection/client.ts';
import { modelPortsOn } from '../../../src/runs/ports/model-ports.ts';
import { UNWATCHED } from '../../../src/runs/ports/service-calls.ts';
import { memoryModelPorts } from '../../support/agent/model-memory.ts';
import { openDatabase } from '../../support/postgres/database.ts';
import { until } from '../../support/until.ts';

const clock: Clock = { now: Date.now, sleep: async () => {} };
const HOUR_MS = 3_600_000;

const kinds: Record<string, () => Promise<AsyncDisposable & { ports: ModelPorts }>> = {
  memory: async () => ({ ports: memoryModelPorts(clock), [Symbol.asyncDispose]: async () => {} }),
  Postgres: async () => {
    await using open = new AsyncDisposableStack();
    const { url } = open.use(await openDatabase());
    const { db } = open.use(openClient(url, { max: 2, name: 'test' }));
    const close = open.move();
    return { ports: modelPortsOn(db, clock, UNWATCHED), [Symbol.asyncDispose]: () => close.disposeAsync() };
  },
};

describe.each(Object.entries(kinds))('the ports of a model in %s', (_, openPorts) => {
  test('a pause ends when its time is over, and a longer existing one is kept', async () => {
    await using lab = await openPorts();
    const { pauses } = lab.ports;

    expect((await pauses.left('a')).ms).toBe(0);
    await pauses.set('a', HOUR_MS, 'it is asked too often');
    await pauses.set('a', 10, 'shorter');
    await pauses.set('b', 40, 'short');

    const { ms, reason } = await pauses.left('a');
    expect(ms).toBeGreaterThan(10);
    expect(ms).toBeLessThanOrEqual(HOUR_MS);
    expect(reason).toBe('it is asked too often');
    await until(async () => (await pauses.left('b')).ms === 0);
    expect((await pauses.left('a')).ms).toBeGreaterThan(10);
  });

  test('a pause of a month is stored', async () => {
    await using lab = await openPorts();
    await lab.ports.pauses.set('a', 31 * 86_400_000, 'it closes for the summer\0');

    expect((await lab.ports.pauses.left('a')).ms).toBeGreaterThan(24 * 86_400_000);
  });

  test('the latest capabilities are stored', async () => {
    await using lab = await openPorts();
    const { capabilities } = lab.ports;

    expect(await capabilities.get('a')).toBeNull();
    await capabilities.put('a', { mode: 'object', outputTokens: 0 });
    await capabilities.put('a', { mode: 'words', outputTokens: 4000 });

    expect(await capabilities.get('a')).toEqual({ mode: 'words', outputTokens: 4000 });
  });

  test('an answer is stored verbatim, and can be replaced', async () => {
    await using lab = await openPorts();
    const { answers } = lab.ports;

    expect(await answers.get('a')).toBeNull();
    await answers.put('a', '{"criteria": []}', 'm');
    await answers.put('a', '{"criteria": [1], "“”": "\\u0000"}', 'm');

    expect(await answers.get('a')).toBe('{"criteria": [1], "“”": "\\u0000"}');
  });
});
