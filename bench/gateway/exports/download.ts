import { setTimeout as sleep } from 'node:timers/promises';
import { DOWNLOAD_FORMATS } from '../../../src/rest/download/table.ts';
import { memoryOf } from '../../shared/process.ts';
import { during } from '../event-loop.ts';
import type { Measure } from '../measure.ts';
import { startGateway } from '../sides.ts';

const ROWS = 100_000;
/** After which a gateway has loaded what it loads once it serves. */
const SETTLED_MS = 2000;

/** Reads a download to its end; says how large it was and how long it took. */
async function read(url: string, id: string, format: string): Promise<string> {
  const start = performance.now();
  const response = await fetch(`${url}/api/websets/${id}/download?format=${format}`);
  if (!response.ok || !response.body) throw new Error(`the download answered ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return `${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - start) / 1000).toFixed(1)} s`;
}

export const downloadMemory: Measure = {
  name: 'download-memory',
  what: `what a download of ${ROWS.toLocaleString('en')} rows raises the memory of a gateway by`,
  better: 'less',
  unit: 'MB',
  async run({ data }) {
    const [id = ''] = await data.websets(1, ROWS);
    const figures = [];
    for (const format of DOWNLOAD_FORMATS) {
      await using ours = await startGateway(data.url);
      const pid = ours.child.pid as number;
      await sleep(SETTLED_MS);
      const before = memoryOf(pid, 'VmRSS');
      const said = await read(ours.url, id, format);
      figures.push({ label: format, value: memoryOf(pid, 'VmHWM') - before, bar: 150, detail: `${said}; ${Math.round(before)} MB before` });
    }
    return figures;
  },
};

export const downloadLoop: Measure = {
  name: 'download-loop',
  what: `the longest that a download of ${ROWS.toLocaleString('en')} rows holds the event loop`,
  better: 'less',
  unit: 'ms',
  async run({ data, pace: { rounds } }) {
    const [id = ''] = await data.websets(1, ROWS);
    const figures = [];
    for (const format of DOWNLOAD_FORMATS) {
      await using ours = await startGateway(data.url, {}, './delay.ts');
      await sleep(SETTLED_MS);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await during(ours, () => read(ours.url, id, format)));
      const said = times.map((ms) => Math.round(ms)).join(', ');
      figures.push({
        label: format,
        value: Math.max(...times),
        bar: 50,
        detail: `download by download, on a gateway that had none before: ${said}`,
      });
    }
    return figures;
  },
};
