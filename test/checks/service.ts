import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';
import { until } from '../support/until.ts';

// `npm run test:service`: one whole service in processes, as a user starts it, driven by REST. It prints each step, and exits with 1 when
// an answer is not as specified.

const REQUEST = 'open-source databases written in Rust';

const folder = await mkdtemp(join(tmpdir(), 'webset-service-'));
const service = runCommand(['serve'], { DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' }, folder);
try {
  const url = await service.says(/ready at (http\S+)/);
  console.log(`serve: ready at ${url}`);
  const call = async (operation: string, body: object) => {
    const response = await fetch(`${url}/api/v1/search/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${operation} answered ${response.status}: ${await response.text()}`);
    return (await response.json()).session;
  };

  const { id: sessionId } = await call('createSession', { originalQuery: REQUEST });
  await call('startRun', { sessionId });
  let session = await call('getSession', { sessionId });
  await until(async () => {
    session = await call('getSession', { sessionId });
    return !session.runAlive;
  });
  const matches = session.rows.filter((row: { matchVerdict: string }) => row.matchVerdict === 'match').length;
  console.log(`A run over the sample web: ${session.run.state} (${session.run.reason}), ${session.rows.length} rows, ${matches} match`);
  if (session.status !== 'completed' || matches === 0) throw new Error(`the run ended ${session.status} with ${matches} matches`);

  const exported = await fetch(`${url}/api/sessions/${sessionId}/export?format=csv`);
  const lines = (await exported.text()).trim().split('\n').length;
  console.log(`An export: ${exported.status}, ${lines} lines`);
  if (exported.status !== 200 || lines <= session.rows.length)
    throw new Error(`the export answered ${exported.status} with ${lines} lines`);

  service.child.kill('SIGTERM');
  const code = await service.ended;
  console.log(`Stopped with ${code}`);
  if (code !== 0) throw new Error(`it ended with ${code}`);
  if (/started again/.test(service.said())) throw new Error('a part was started again');
} catch (error) {
  console.error(error instanceof Error ? error.message : error, `\n${service.said()}`);
  process.exitCode = 1;
} finally {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
