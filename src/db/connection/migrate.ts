import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { PATIENCE } from '../../domain/work/patience.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';

const folder = fileURLToPath(new URL('../../../drizzle', import.meta.url));
const LOCK = 4_207_849_484; // 'webset' on no other application's key

/** The database was migrated by a newer version of this service. */
export class NewerDatabase extends Error {}

/** The database was made before 0.1.0, whose one migration replaced all earlier ones. */
export class OlderDatabase extends Error {
  constructor() {
    super(
      'this database was made by a version before 0.1.0 and cannot be upgraded; nothing in it was changed. To keep its websets, start the version ' +
        'that made it and export each of them (Export in the app). To start anew, set DATA_DIR to another folder, or DATABASE_URL to an empty database.',
    );
  }
}

/** Brings a database to this code's schema, one process at a time. Throws NewerDatabase or OlderDatabase, before any change. */
export async function migrate(url: string, answerMs: number = PATIENCE.migration.answerMs): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 60, onnotice: () => {} });
  try {
    await answers(sql, url, answerMs);
    if (await isCurrent(sql)) return;
    await sql`select pg_advisory_lock(${LOCK})`;
    await isCurrent(sql); // another process may have migrated it meanwhile
    const { migrate: applyMigrations } = await import('drizzle-orm/postgres-js/migrator');
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Throws, naming the address, when what listens there does not speak Postgres within the limit: the driver itself would wait for ever. */
async function answers(sql: postgres.Sql, url: string, answerMs: number): Promise<void> {
  const late = new AbortController();
  const silence = async () => {
    await sleepWhileRunning(answerMs, late.signal);
    throw new Error(`no Postgres answers at ${new URL(url).host}`);
  };
  await Promise.race([sql`select 1`, silence()]).finally(() => late.abort());
}

/** Whether the database holds all migrations of this version. Throws NewerDatabase and OlderDatabase. */
async function isCurrent(sql: postgres.Sql): Promise<boolean> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as found`;
  if (!table?.found) return false;
  const known = knownMigrations();
  const applied = await sql<Migration[]>`select hash, created_at::float8 as at from drizzle.__drizzle_migrations`;
  const unknown = applied.filter(({ hash }) => !known.some((one) => one.hash === hash));
  if (unknown.some(({ at }) => at < (known[0]?.at ?? 0))) throw new OlderDatabase();
  if (unknown.length > 0)
    throw new NewerDatabase(
      `the database holds ${unknown.length} migration(s) that this version does not know: start the version that made them, or a newer one`,
    );
  return applied.length === known.length;
}

/** `hash`: SHA-256 of the file; `at`: when drizzle-kit generated it (ms since 1970). Both are drizzle's own record. */
interface Migration {
  hash: string;
  at: number;
}

function knownMigrations(): Migration[] {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8'));
  return journal.entries.map(({ tag, when }) => ({
    hash: createHash('sha256')
      .update(readFileSync(`${folder}/${tag}.sql`, 'utf8'))
      .digest('hex'),
    at: when,
  }));
}
