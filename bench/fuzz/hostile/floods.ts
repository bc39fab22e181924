import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, counter, inLanes, tally } from './attack.ts';
import { openCaller } from './caller.ts';

const create = async (caller: ReturnType<typeof openCaller>, originalQuery: string): Promise<string> => {
  const { text } = await caller.post('/api/v1/search/createSession', { originalQuery });
  return /"id":"([^"]+)"/.exec(text)?.[1] as string;
};

/** The websets that the floods write to and read. */
export async function prepareFloods(url: string): Promise<string[]> {
  using caller = openCaller(url, '127.0.0.2');
  return [await create(caller, 'a webset that many rename'), await create(caller, 'a webset that many read')];
}

/** A thousand connections that rename one webset: each waits for the row that all of them write. */
const renames: Attack = async (url, signal, [sessionId]) => {
  using caller = openCaller(url, '127.0.0.6', 1000);
  const { counts, add } = counter();
  await inLanes(1000, signal, async (lane, i) =>
    add(await caller.post('/api/v1/search/renameSession', { sessionId, title: `Title ${lane} ${i}` })),
  );
  return `renames ${tally(counts)}`;
};

/** The same by clients that leave before they are answered. */
const leavers: Attack = async (url, signal, [sessionId]) => {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ sessionId, title: 'Left' });
  let left = 0;
  await inLanes(50, signal, async () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.7' });
    socket.on('error', () => {});
    socket.write(`POST /api/v1/search/renameSession HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await sleep(20);
    socket.destroy();
    left++;
  });
  return `left ${left}`;
};

/** Many small websets, and many reads of one. */
const creates: Attack = async (url, signal) => {
  using caller = openCaller(url, '127.0.0.8', 200);
  const { counts, add } = counter();
  await inLanes(200, signal, async (lane, i) =>
    add(await caller.post('/api/v1/search/createSession', { originalQuery: `Small ${lane} ${i}` })),
  );
  return `creates ${tally(counts)}`;
};

const reads: Attack = async (url, signal, [, sessionId]) => {
  using caller = openCaller(url, '127.0.0.9', 500);
  const { counts, add } = counter();
  await inLanes(500, signal, async () => add(await caller.post('/api/v1/search/getSession', { sessionId })));
  return `reads ${tally(counts)}`;
};

/** A hundred connections that send a thousand requests each and read no answer. */
const pipelines: Attack = async (url, signal, [, sessionId]) => {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ sessionId });
  const request = `POST /api/v1/search/getSession HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const many = Buffer.from(request.repeat(1000));
  let opened = 0;
  await inLanes(100, signal, async () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.10' });
    socket.on('error', () => {}).pause();
    socket.write(many);
    opened++;
    await sleep(500);
    socket.destroy();
  });
  return `pipelines of 1,000: ${opened}`;
};

export const FLOODS: readonly Attack[] = [renames, leavers, creates, reads, pipelines];
