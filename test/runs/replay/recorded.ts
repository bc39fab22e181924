import { pino } from 'pino';
import type { Assessor } from '../../../src/agent/judge/threads/assess-pool.ts';
import { keyOf } from '../../../src/agent/model/endpoint.ts';
import type { RunBudget } from '../../../src/domain/run-state.ts';
import { thinkingBy } from '../../../src/main/agent.ts';
import { portsOn } from '../../../src/runs/ports/ports.ts';
import { recordingOf } from '../../../src/runs/recording/recording.ts';
import { readRecording, replay } from '../../../src/runs/recording/replay.ts';
import { assessorBy, learner } from '../../support/agent/judges.ts';
import { type Asked, type Fault, type Opinion, openModelServer } from '../../support/agent/model-server.ts';
import { scriptedJudge, scriptedThreads } from '../../support/agent/scripted.ts';
import { serviceOfFile } from '../../support/bench.ts';
import { openLab } from '../../support/lab.ts';
import { htmlPage, type Serve } from '../../support/web.ts';

export const NAMES = ['Ferrodb', 'Oxidb', 'Rustle', 'Crabstore', 'Cargobase', 'Borrowdb', 'Lifetimes', 'Traitbase', 'Macrodb', 'Unsafedb'];
const pagesOf = (names: string[]): Record<string, string | Serve> => ({
  ...Object.fromEntries(
    names.map((name, i) => [
      `/${name.toLowerCase()}`,
      htmlPage(
        name,
        `${name} is a database written in ${i % 3 === 2 ? 'Go. It stores no data' : 'Rust'}.`,
        `It was first released in ${2001 + i}.`,
      ),
    ]),
  ),
  '/mirror': htmlPage('Ferrodb', 'Ferrodb is a database written in Rust.', 'It was first released in 2001.'),
  '/gone': ((_req, res) => res.writeHead(500).end()) as Serve,
});
const brain = (asked: Asked): Opinion | string => {
  if (asked.instructions.startsWith('You plan'))
    return JSON.stringify({
      entity: 'database',
      queries: ['rust databases', 'databases in rust'],
      criteria: [
        { label: 'Written in Rust', description: 'It is.' },
        { label: 'Stores data', description: 'It does.' },
      ],
    });
  const rust = asked.passages.find(({ text }) => text.includes('written in Rust'));
  const go = asked.passages.find(({ text }) => text.includes('written in Go'));
  const year = asked.passages.find(({ text }) => text.includes('released in'));
  return {
    criteria: asked.criteria.map(({ id }) => ({
      id,
      says: rust ? 'yes' : go ? 'no' : 'silent',
      passage: (rust ?? go)?.number ?? null,
      quote: (rust ?? go)?.text ?? null,
      note: 'so',
    })),
    columns: asked.columns.map(({ id }) => ({
      id,
      value: /\d{4}/.exec(year?.text ?? '')?.[0] ?? null,
      passage: year?.number ?? null,
      quote: year?.text ?? null,
    })),
  };
};
const faults: (Fault | null)[] = [null, 'prose', null, 'cut-text', null, 'fences', null, 'no-schema'];

/** Records a run of four lanes with many kinds of failures; when it returns, the web and the model are closed. */
export async function recorded(budget: Partial<RunBudget> = {}, names = NAMES) {
  await using server = await openModelServer(brain);
  server.next = [...faults];
  const settings = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url, RUN_LANES: '4' };
  await using lab = await openLab(pagesOf(names), settings, { record: true, budget });
  const sessionId = await lab.createSession('databases written in Rust');
  await lab.rpc('addEnrichment', { sessionId, label: 'Released', format: 'date' });
  await lab.run(sessionId);
  const endpoint = {
    provider: 'openai-compatible',
    model: 'fake',
    baseUrl: server.url,
    key: undefined,
    concurrency: 1,
    timeoutMs: 1,
  } as const;
  const lines: string[] = [];
  for await (const line of recordingOf(lab.db, sessionId, [{ name: 'fake', key: keyOf(endpoint) }])) lines.push(line);
  return `${lines.join('\n')}\n`;
}

/** Replays recordings on the file's service, without external calls. */
export function playerOfFile() {
  const openService = serviceOfFile();
  return async (text: string, assessor: Assessor = assessorBy(scriptedJudge())) => {
    await using service = await openService();
    const { db, listener, queue } = service;
    return await replay(readRecording(text), {
      db,
      listener,
      queue,
      ports: portsOn(db),
      examiner: scriptedThreads().examiner,
      log: pino({ level: 'silent' }),
      assessor,
      learner,
      thinkingBy,
    });
  };
}
