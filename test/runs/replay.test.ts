import { readFileSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { keyOf } from '../../src/agent/model/endpoint.ts';
import { thinkingBy } from '../../src/main/agent.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { recordingOf } from '../../src/runs/recording/recording.ts';
import { readRecording, replay } from '../../src/runs/recording/replay.ts';
import { learner, scorer } from '../support/agent/judges.ts';
import { type Asked, type Fault, type Opinion, openModelServer } from '../support/agent/model-server.ts';
import { rulesReasoner } from '../support/agent/rules-reasoner.ts';
import { scriptedJudge, scriptedThreads } from '../support/agent/scripted.ts';
import { serviceOfFile } from '../support/bench.ts';
import { openLab } from '../support/lab.ts';
import { htmlPage, type Serve } from '../support/web.ts';

const openService = serviceOfFile();

/** Written anew with WRITE_RECORDING=1, when prompts or rules change what a run finds. */
const FIXTURE = new URL('../fixtures/run.recording.jsonl', import.meta.url);

const NAMES = ['Ferrodb', 'Oxidb', 'Rustle', 'Crabstore', 'Cargobase', 'Borrowdb', 'Lifetimes', 'Traitbase', 'Macrodb', 'Unsafedb'];
/** The recording in the repository is of all of them. */
const PLAYED = process.env.WRITE_RECORDING ? NAMES : NAMES.slice(0, 6);
const pagesOf = (names: string[]): Record<string, string | Serve> => ({
  ...Object.fromEntries(
    names.map((name, i) => [
      `/${name.toLowerCase()}`,
      htmlPage(name, `${name} is a database written in ${i % 3 === 2 ? 'Go' : 'Rust'}.`, `It was first released in ${2001 + i}.`),
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
  const year = asked.passages.find(({ text }) => text.includes('released in'));
  return {
    criteria: asked.criteria.map(({ id }) => ({
      id,
      says: rust ? 'yes' : 'silent',
      passage: rust?.number ?? null,
      quote: rust?.text ?? null,
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

/** Records a run of four lanes with troubles of all kinds; when it answers, the web and the model are gone. */
async function recorded(env: Record<string, string> = {}, names = PLAYED) {
  await using server = await openModelServer(brain);
  server.next = [...faults];
  const settings = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url, RECORD: 'on', RUN_LANES: '4', ...env };
  await using lab = await openLab(pagesOf(names), settings);
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

let whole: Promise<string> | undefined;
/** One recording for the tests that ask for no settings of their own. */
const recordedOnce = () => {
  whole ??= recorded();
  return whole;
};

async function played(text: string, rules: Reasoner = scriptedJudge()) {
  await using service = await openService();
  const { examiner } = scriptedThreads();
  const { db, listener, queue } = service;
  return await replay(readRecording(text), {
    db,
    listener,
    queue,
    ports: portsOn(db),
    examiner,
    log: pino({ level: 'silent' }),
    scorer,
    learner,
    thinkingBy: (models, answers) => thinkingBy(models, answers, rules),
  });
}

describe('a recorded run', () => {
  test('plays again to the same rows and verdicts, byte for byte, with nobody to ask', async () => {
    const text = await recordedOnce();
    if (process.env.WRITE_RECORDING) writeFileSync(FIXTURE, text);

    const { run, rows, difference } = await played(text);

    expect(difference).toBeNull();
    expect(run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
    expect(rows).toHaveLength(PLAYED.length);
    expect(rows.join('\n')).toContain('"judge":"llm"');
    // the words of one criterion are not its own, and are read alone
    expect(text).toContain('supports');
    expect(readRecording(text).rows).toEqual(rows);
  });

  test('plays again as far as it went when it stopped with lanes at work', async () => {
    const text = await recorded({ RUN_TARGET: '3' });

    const { run, difference } = await played(text);

    expect(difference).toBeNull();
    expect(run).toMatchObject({ state: 'completed' });
  });

  test('plays again where the model judged a share of the pages and taught the others', async () => {
    const text = await recorded({ JUDGE_SHARE: '0.6' }, NAMES);

    const { rows, difference } = await played(text);

    expect(difference).toBeNull();
    expect(rows).toHaveLength(NAMES.length);
    expect(readRecording(text).head.choices?.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['teach', 'check']));
    expect(rows.some((row) => row.includes('"judge":"learned"'))).toBe(true);
  });

  test('a page that was changed in the recording is noticed', async () => {
    const text = (await recordedOnce()).replaceAll('It was first released in 2004.', 'It was first released in 1904.');

    const { difference } = await played(text);

    expect(difference?.replayed).toContain('the recording holds no answer');
  });

  test('the recording in the repository gives the rows that it gave when it was made', async () => {
    const text = readFileSync(FIXTURE, 'utf8');

    const { difference, rows } = await played(text, rulesReasoner());

    expect(difference).toBeNull();
    expect(rows).toHaveLength(NAMES.length);
  });

  test('what is no recording is refused with its line', () => {
    expect(() => readRecording('{"recording":1}\n')).toThrow('line 1 is none of a recording');
  });
});
