import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../shared/figures.ts';
import { ask } from './load.ts';
import type { Measure } from './measure.ts';
import { type Side, startGateway } from './sides.ts';

const ROWS = 10_000;
const HELD_MS = 50;

interface Delay {
  max: number;
  p99: number;
}

/** The longest that the event loop was held while something was done, in milliseconds. */
export async function during({ child }: Side, work: () => Promise<unknown>): Promise<number> {
  const result = () => {
    const { promise, resolve } = Promise.withResolvers<Delay>();
    const onMessage = (message: Delay & { type: string }) => {
      if (message.type !== 'delay') return;
      child.off('message', onMessage);
      resolve(message);
    };
    child.on('message', onMessage);
    child.send({ type: 'delay' });
    return promise;
  };
  await result();
  await work();
  await sleep(100);
  return (await result()).max;
}

export const eventLoop: Measure = {
  name: 'event-loop',
  what: `the longest that getSession of ${ROWS.toLocaleString('en')} rows holds the event loop`,
  better: 'less',
  unit: 'ms',
  async run({ data, pace: { rounds } }) {
    const [sessionId] = await data.websets(1, ROWS);
    await using ours = await startGateway(data.url, {}, './delay.ts');
    const session = () => ask<object>(ours.url, { path: '/api/v1/search/getSession', body: () => JSON.stringify({ sessionId }) });
    for (let warm = 0; warm < 3; warm++) await session();
    const idle = await during(ours, () => sleep(1000));
    const held = await during(ours, async () => ours.child.send({ type: 'hold', ms: HELD_MS }));
    const times: number[] = [];
    for (let round = 0; round < 2 * rounds - 1; round++) times.push(await during(ours, session));
    const four = await during(ours, () => Promise.all([session(), session(), session(), session()]));
    const calibration = `idle ${idle.toFixed(0)} ms, a loop of ${HELD_MS} ms reads ${held.toFixed(0)} ms`;
    return [
      {
        value: Math.max(...times),
        bar: HELD_MS,
        detail: `median ${median(times).toFixed(0)} ms of ${times.length}; four at once ${four.toFixed(0)} ms; ${calibration}`,
      },
    ];
  },
};
