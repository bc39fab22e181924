import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openListener } from '../../src/db/connection/listener.ts';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { openDatabase } from '../shared/database.ts';
import { type Part, startPart } from '../shared/parts.ts';
import type { Fault } from './fault.ts';
import { beginRun, endRuns, readLog } from './support/log.ts';

const SIZES = { full: { kills: 50, followers: 100, websets: 10 }, short: { kills: 2, followers: 20, websets: 4 } };

/** kill -9 of one of two gateways, again and again, under followers that go on with their cursor where they find one. */
export const killGateway: Fault = {
  name: 'kill-gateway',
  bar: 'the pieces that each follower joined equal the log',
  async run(size) {
    const { kills, followers, websets } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const { db, sql } = open.use(openClient(database.url, { max: 4 }));
    const listener = open.use(await openListener(sql));
    const env = { DATABASE_URL: database.url };
    const gateways: Part[] = await Promise.all([startPart('gateway', env), startPart('gateway', env)]);
    open.defer(async () => void (await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()))));
    const runs = await Promise.all(Array.from({ length: websets }, () => beginRun(db)));
    let connections = 0;

    const follow = async (n: number) => {
      const { websetId } = runs[n % websets] as (typeof runs)[number];
      const got: string[] = [];
      for (let tries = 0; ; tries++) {
        const { url } = gateways[(n + tries) % 2] as Part;
        try {
          const response = await fetch(`${url}/api/sessions/${websetId}/stream?startIndex=${got.length}`);
          if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
          connections++;
          let rest = '';
          for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
            const lines = (rest + chunk).split('\n');
            rest = lines.pop() ?? '';
            got.push(...lines.filter(Boolean));
          }
          if (/"run\.completed"/.test(got.at(-1) ?? '')) return { websetId, got };
        } catch {
          await sleep(50);
        }
      }
    };
    const following = Array.from({ length: followers }, (_, n) => follow(n));
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        const { websetId, runId } = runs[n % websets] as (typeof runs)[number];
        await appendEvents(db, websetId, runId, [{ type: 'narration', data: { text: `event ${n}` } }]);
        listener.notify(websetId);
        await sleep(10);
      }
    })();
    for (let n = 0; n < kills; n++) {
      await sleep(size === 'full' ? 1500 : 500);
      await (gateways[n % 2] as Part).kill();
      gateways[n % 2] = await startPart('gateway', env);
    }
    writing = false;
    await writer;
    await endRuns(db, listener, runs);
    const result = await Promise.all(following);

    let wrong = 0;
    for (const { websetId } of runs) {
      const log = JSON.stringify((await readLog(db, websetId)).map(({ index, runId, data }) => ({ index, runId, data })));
      for (const { got } of result.filter((follower) => follower.websetId === websetId)) {
        const joined = got.map((line) => JSON.parse(line)).map(({ index, runId, data }) => ({ index, runId, data }));
        if (JSON.stringify(joined) !== log) wrong++;
      }
    }
    const events = result.reduce((sum, { got }) => sum + got.length, 0);
    const figure = `${kills} kills, ${followers} followers, ${connections} connections, ${events} events followed: ${wrong} followers differ from the log`;
    return { figure, pass: wrong === 0 && connections > followers };
  },
};
