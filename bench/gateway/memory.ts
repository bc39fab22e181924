import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '../shared/process.ts';
import { type Measure, PACES } from './measure.ts';
import { startGateway } from './sides.ts';

const SECONDS = 30; // in the full pace

export const memory: Measure = {
  name: 'memory',
  what: `memory of a gateway ${SECONDS} s after it is ready`,
  better: 'less',
  unit: 'MB',
  async run({ data, pace }) {
    await using ours = await startGateway(data.url);
    const pid = ours.child.pid as number;
    const atOnce = memoryOf(pid, 'VmRSS');
    await sleep((pace === PACES.full ? SECONDS : 5) * 1000);
    const value = memoryOf(pid, 'VmRSS');
    return [{ value, bar: 220, aim: 150, detail: `${Math.round(atOnce)} MB when ready, ${Math.round(memoryOf(pid, 'VmHWM'))} MB at most` }];
  },
};
