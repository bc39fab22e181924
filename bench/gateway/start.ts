import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { byTurns, type Measure, PACES } from './measure.ts';
import { CODE_CACHE, startGateway } from './sides.ts';

const run = promisify(execFile);
const IMPORTS = fileURLToPath(new URL('./imports.ts', import.meta.url));

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

export const start: Measure = {
  name: 'start',
  what: 'gateway start to ready, over node and the imports alone',
  better: 'less',
  unit: 'times',
  async run({ data, pace }) {
    const started = async () => {
      const begin = performance.now();
      await using ours = await startGateway(data.url);
      const took = performance.now() - begin;
      void ours;
      return took;
    };
    const { PATH = '', HOME = '' } = process.env;
    const imported = () =>
      timed(() => run(process.execPath, [IMPORTS], { env: { PATH, HOME, NODE_ENV: 'production', NODE_COMPILE_CACHE: CODE_CACHE } }));
    for (let i = 0; i < Math.floor(pace.warm); i++) await Promise.all([await started(), await imported()]);
    const [a, b] = await byTurns(pace === PACES.short ? 1 : pace.rounds + 2, started, imported);
    const node = await timed(() => run(process.execPath, ['-e', '0']));
    return [
      { value: a / b, bar: 1.5, aim: 1.2, detail: `${Math.round(a)} and ${Math.round(b)} ms, of which node alone ${Math.round(node)} ms` },
    ];
  },
};
