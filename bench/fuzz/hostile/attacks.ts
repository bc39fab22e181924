import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, counter, inLanes, tally } from './attack.ts';
import { openCaller } from './caller.ts';

const LONGEST = '😀'.repeat(10_000);
const PASSWORD = 'not it at all';

/** Makes what the attacks are about, before they begin. */
export async function prepareTexts(url: string): Promise<string[]> {
  using caller = openCaller(url, '127.0.0.2');
  const ids: string[] = [];
  while (ids.length < 80) {
    const { text } = await caller.post('/api/v1/search/createSession', { originalQuery: LONGEST, notes: LONGEST });
    ids.push(/"id":"([^"]+)"/.exec(text)?.[1] as string);
  }
  return ids;
}

/** Answers far larger than their requests: the longest texts there may be, at as many places as a document can name. */
const largeAnswers: Attack = async (url, signal, ids) => {
  using caller = openCaller(url, '127.0.0.2', 20);
  const nodeIds = ids.map((id) => Buffer.from(`Webset:${id}`).toString('base64url'));
  const texts = '... on Webset { originalQuery notes }';
  const nodes = `query ($ids: [ID!]!) { a: nodes(ids: $ids) { ${texts} } b: nodes(ids: $ids) { ${texts} ... on Webset { again: notes more: notes } } }`;
  const aliases = `query ($id: UUID!) { ${Array.from({ length: 50 }, (_, i) => `a${i}: webset(id: $id) { originalQuery notes }`).join(' ')} }`;
  const fair = `query ($ids: [ID!]!) { a: nodes(ids: $ids) { ${texts} } b: nodes(ids: $ids) { ${texts} } }`;
  const asked = [
    { query: nodes, variables: { ids: Array(100).fill(nodeIds[0]) } },
    { query: nodes, variables: { ids: Array.from({ length: 100 }, (_, i) => nodeIds[i % nodeIds.length]) } },
    { query: aliases, variables: { id: ids[0] } },
    { query: fair, variables: { ids: Array.from({ length: 100 }, (_, i) => nodeIds[i % nodeIds.length]) } }, // 16 MB
  ];
  const { counts, add } = counter();
  await inLanes(14, signal, async (lane, i) => add(await caller.post('/graphql', asked[(lane + i) % asked.length] as object)));
  return `large answers ${tally(counts)}`;
};

/** Wrong passwords at one account from forty addresses, and one sign-up for every three of them; the new accounts do nothing. */
const wrongPasswords: Attack = async (url, signal) => {
  const { counts, add } = counter();
  const callers = Array.from({ length: 40 }, (_, i) => openCaller(url, `127.0.1.${i + 1}`, 2));
  await inLanes(8, signal, async (lane, i) => {
    const caller = callers[(lane + i * 8) % callers.length];
    if (!caller) return;
    if (i % 4 === 0)
      add(await caller.post('/api/auth/sign-up/email', { email: `m${lane}-${i}@example.org`, password: PASSWORD, name: '' }));
    else add(await caller.post('/api/auth/sign-in/email', { email: 'victim@example.org', password: PASSWORD }));
  });
  for (const caller of callers) caller[Symbol.dispose]();
  return `accounts ${tally(counts)}`;
};

const UNFINISHED = 1000;

/** A thousand connections, each with a body that is never finished; one that is closed is opened again. */
const unfinishedBodies: Attack = async (url, signal) => {
  const { hostname, port } = new URL(url);
  const paths = ['/api/v1/search/createSession', '/graphql', '/api/auth/sign-in/email'];
  const piece = Buffer.alloc(60_000, 0x20);
  let opened = 0;
  await inLanes(UNFINISHED, signal, async (lane) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.4' });
    socket.on('error', () => {}).once('close', () => resolve());
    const leave = () => socket.destroy();
    signal.addEventListener('abort', leave, { once: true });
    socket.resume();
    socket.once('connect', () => {
      opened++;
      socket.write(`POST ${paths[lane % 3]} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{`);
      for (let sent = 0; sent < 14; sent++) socket.write(piece);
    });
    await promise;
    signal.removeEventListener('abort', leave);
    await sleep(200);
  });
  return `unfinished bodies: ${opened} connections`;
};

/** Writes as much as it is let. */
const fullDisk: Attack = async (url, signal) => {
  using caller = openCaller(url, '127.0.0.5', 4);
  const { counts, add } = counter();
  await inLanes(4, signal, async () => {
    const answer = await caller.post('/api/v1/search/createSession', { originalQuery: LONGEST, notes: LONGEST });
    add(answer);
    if (answer.status !== 200) await sleep(20);
  });
  return `writes ${tally(counts)}, ${Math.round(((counts.get(200) ?? 0) * 2 * Buffer.byteLength(LONGEST)) / 1e6)} MB kept`;
};

export const ATTACKS: readonly Attack[] = [largeAnswers, wrongPasswords, unfinishedBodies, fullDisk];
