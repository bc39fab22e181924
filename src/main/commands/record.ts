import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { keyOf, nameOf } from '../../agent/model/endpoint.ts';
import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { openListener } from '../../db/connection/listener.ts';
import { migrate } from '../../db/connection/migrate.ts';
import { openEmbedded } from '../../db/embedded/server.ts';
import { openQueue } from '../../queue/job-queue.ts';
import { portsOn } from '../../runs/ports/ports.ts';
import { recordingOf } from '../../runs/recording/recording.ts';
import { readRecording, replay } from '../../runs/recording/replay.ts';
import { openAssessors, openExaminers, openLearners, thinkingBy } from '../agent.ts';
import { openDatabase } from '../database.ts';
import { endpointsOf } from '../models.ts';

/** `record`: writes the answers and results of a webset's first run into a file. Returns the exit code. */
export async function recordRun(config: Config, websetId: string, file: string): Promise<number> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(websetId)) throw new Error(`${websetId} is no id of a webset`);
  const databaseUrl = await openDatabase(config);
  await using client = openClient(databaseUrl, { max: 2, name: 'webset record' });
  const models = endpointsOf(config).map(({ endpoint }) => ({ name: nameOf(endpoint), key: keyOf(endpoint) }));
  let lines = 0;
  const text = async function* () {
    for await (const line of recordingOf(client.db, websetId, models)) {
      lines++;
      yield `${line}\n`;
    }
  };
  await pipeline(Readable.from(text()), createWriteStream(file, { mode: 0o600 }));
  console.log(`Wrote ${file}: ${lines} lines`);
  return 0;
}

/** `replay`: replays a recorded run in its own database without external calls, and compares the rows. Returns 1 when one differs. */
export async function replayRun(file: string): Promise<number> {
  const recording = readRecording(await readFile(file, 'utf8'));
  await using open = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'webset-replay-'));
  const { url } = open.use(await openEmbedded({ dataDir, log: () => {}, ephemeral: true }));
  await migrate(url);
  const { db, sql } = open.use(openClient(url, { max: 4, name: 'webset replay' }));
  const listener = open.use(await openListener(sql));
  const queue = open.use(await openQueue(url, { worker: false, onError: () => {} }));
  const log = pino({ level: 'silent' });
  const { run, rows, difference } = await replay(recording, {
    db,
    listener,
    queue,
    ports: portsOn(db),
    examiner: open.use(openExaminers()),
    log,
    assessor: open.use(openAssessors()),
    learner: open.use(openLearners()),
    thinkingBy,
  });
  console.log(
    `${rows.length} rows, ${recording.entries.length} lines told; the run ${run.state}: ${run.reason}${run.detail ? ` (${run.detail})` : ''}`,
  );
  if (!difference) {
    console.log('the same rows, the same verdicts, byte for byte');
    return 0;
  }
  const show = (line: string | null) => (line === null ? 'nothing' : line.slice(0, 2000));
  console.log(`row ${difference.line} differs\n  recorded  ${show(difference.recorded)}\n  replayed  ${show(difference.replayed)}`);
  return 1;
}
