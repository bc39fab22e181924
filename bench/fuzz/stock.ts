import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/connection/client.ts';
import { beginRun, fillRows } from '../../test/support/fill.ts';

/** What fuzzed requests are about: websets in every state, and who may open them. */
export interface Stock {
  /** Anonymous ones, one of which follows a run that never ends, and one of another user. */
  kept: string[];
  /** Those that may be deleted. */
  spare: string[];
  missing: string[];
  cookies: string[];
  criteria: string[];
  rows: string[];
}

type Headers = Record<string, string>;

/** Fills an empty service over its own endpoints; rows and a run as a worker would leave them. */
export async function fillStock(url: string, db: Database): Promise<Stock> {
  const call = async (path: string, body: object, headers: Headers = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  };
  const rpc = async (operation: string, body: object, headers?: Headers) =>
    (await call(`/api/v1/search/${operation}`, body, headers)).json();
  const signUp = async (name: string) => {
    const response = await call('/api/auth/sign-up/email', { email: `${name}@example.org`, password: 'correct horse battery', name });
    return response.headers
      .getSetCookie()
      .filter((line) => !line.includes('Path=/api/auth'))
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  };
  const create = async (headers?: Headers): Promise<string> =>
    (await rpc('createSession', { originalQuery: 'databases' }, headers)).session.id;

  const cookies = [await signUp('ann'), await signUp('bob')];
  const [ended, alive, empty, owned] = [await create(), await create(), await create(), await create({ cookie: cookies[0] ?? '' })];
  const { criterion } = await rpc('addCriterion', { sessionId: ended, label: 'in Rust' });
  const { enrichment } = await rpc('addEnrichment', { sessionId: ended, label: '=since', format: 'date' });
  const rows = await fillRows(
    db,
    ended,
    Array.from({ length: 30 }, (_, i) => ({
      title: `=T${i}`,
      matchVerdict: 'match' as const,
      verdicts: { [criterion.id]: 'match' as const },
      values: { [enrichment.id]: `${i}` },
    })),
  );
  await rpc('startRun', { sessionId: ended });
  await rpc('cancelRun', { sessionId: ended });
  await beginRun(db, alive);
  const spare: string[] = [];
  for (let i = 0; i < 20; i++) spare.push(await create());
  return {
    kept: [ended, alive, empty, owned],
    spare,
    missing: [randomUUID(), randomUUID()],
    cookies,
    criteria: [criterion.id],
    rows: rows.slice(0, 3),
  };
}
