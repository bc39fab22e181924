import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { slowness } from '../../shared/speed.ts';
import type { Outcome } from '../hostile/at-once.ts';
import { barOf, watchMachine } from '../hostile/machine.ts';
import { answersAfter, startServe } from '../hostile/service.ts';
import { openVictim } from '../hostile/victim.ts';

const BOUNDARY = 'xyz';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="own.txt"\r\n\r\n`;
const FORM = `${HEAD}Ferro is a database written in Rust.\r\n--${BOUNDARY}--\r\n`;
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const HOLDERS = Array.from({ length: 4 }, (_, i) => `127.0.0.${i + 11}`);
const EACH = 2;
/** Just above what an upload must bring in a second. */
const BYTES_PER_SECOND = 1100;
const BARS = { p99: 1000, gateway: 700, taken: 0.9 };

/** Holds a place for uploads with a body that hardly comes, and takes another as soon as it is ended. Answers how often it was. */
async function hold(url: string, localAddress: string, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(url);
  let ended = 0;
  while (!signal.aborted) {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).resume();
    socket.write(`POST /api/collections HTTP/1.1\r\nhost: x\r\ncontent-type: ${TYPE}\r\ncontent-length: 90000000\r\n\r\n${HEAD}`);
    const drip = setInterval(() => socket.write('x'.repeat(BYTES_PER_SECOND / 2)), 500);
    const leave = () => socket.destroy();
    signal.addEventListener('abort', leave, { once: true });
    await closed;
    signal.removeEventListener('abort', leave);
    clearInterval(drip);
    if (!signal.aborted) ended++;
    await sleep(50);
  }
  return ended;
}

/** An upload of a small file from an address. Answers its status. */
function upload(url: string, localAddress: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'content-type': TYPE, 'content-length': Buffer.byteLength(FORM) };
  const req = request(`${url}/api/collections`, { method: 'POST', localAddress, headers, agent: false, timeout: 30_000 }, (res) => {
    res.resume().once('end', () => resolve(res.statusCode ?? 0));
  });
  req.once('timeout', () => req.destroy(new Error('no answer within 30 s')));
  req.once('error', reject);
  req.end(FORM);
  return promise;
}

/** Four addresses hold all places for uploads with slow bodies, while others upload a small file each second and one reads and has runs. */
export async function slowUploads(root: string, seconds: number): Promise<Outcome> {
  const settings = { ANONYMOUS_UPLOADS: 'on', ANONYMOUS_CREATE_LIMIT: '0', RUN_LIMIT: '0', RUN_MAX_PAGES: '20', RUN_TARGET: '5' };
  await using service = await startServe(root, settings);
  const stop = new AbortController();
  const holding = HOLDERS.flatMap((address) => Array.from({ length: EACH }, () => hold(service.url, address, stop.signal)));
  using victim = await openVictim(service.url);
  await sleep(6000); // all of them have held their places for longer than what has just begun is spared
  const left = await watchMachine();
  const answers: (number | string)[] = [];
  for (const over = performance.now() + seconds * 1000; performance.now() < over && service.lives(); await sleep(1000))
    answers.push(await upload(service.url, `127.0.2.${(answers.length % 250) + 1}`).catch(String));
  const share = await left();
  const { p99, calls, failures, runs, failedRuns } = await victim.report();
  stop.abort();
  const ended = (await Promise.all(holding)).reduce((sum, one) => sum + one, 0);
  const after = await answersAfter(service, seconds);
  const { deaths, memory } = service.watched();
  const bar = barOf(BARS.p99 * slowness(), share);
  const taken = answers.filter((status) => status === 201).length;
  const isGood = [
    deaths === 0 && service.lives() && after.all,
    taken >= BARS.taken * answers.length,
    p99 < bar && failures.length === 0 && memory.gateway < BARS.gateway,
    runs > 0 && failedRuns.length === 0,
  ];
  const figures = [
    `deaths ${deaths}`,
    `${taken} of ${answers.length} uploads of others were taken (bar ${BARS.taken * 100} %), ${ended} slow ones ended`,
    `another caller's getSession p99 ${p99} ms of ${calls} (bar ${bar} ms), ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}`,
    `gateway at most ${memory.gateway} MB`,
    `runs of others ${runs}, ${failedRuns.length} failed${failedRuns[0] ? ` (${failedRuns[0]})` : ''}`,
    after.words,
  ];
  return { pass: isGood.every(Boolean), line: `slow uploads, ${seconds} s: ${figures.join('; ')}` };
}
