import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../src/db/connection/migrate.ts';
import { openEmbedded } from '../../../src/db/embedded/server.ts';
import { builtWeb } from '../../../src/main/web.ts';
import { openQueue } from '../../../src/queue/job-queue.ts';
import { type Pristine, readPristine } from './reset.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the run's Postgres, with the right to create databases. */
    postgresUrl: string;
    /** The contents of the template database. */
    pristine: Pristine;
    /** The folder of the built web app. */
    web: string;
  }
}

/** vitest's globalSetup: one temporary server per test run (or TEST_DATABASE_URL, one run at a time), with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using open = new AsyncDisposableStack();
  const url = process.env.TEST_DATABASE_URL || open.use(await openServer()).url;
  project.provide('pristine', await createTemplate(url));
  project.provide('postgresUrl', url);
  project.provide('web', await builtWeb());
  const close = open.move();
  return async () => {
    if (process.env.TEST_DATABASE_URL) await dropAll(url);
    await close.disposeAsync();
  };
}

async function openServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'webset-test-'));
  return openEmbedded({ dataDir, ephemeral: true, log: (line) => console.error(line) });
}

async function createTemplate(url: string): Promise<Pristine> {
  const template = new URL(url);
  template.pathname = '/webset_template';
  const sql = postgres(url, { max: 1, connect_timeout: 600, onnotice: () => {} });
  try {
    await sql`drop database if exists webset_template with (force)`;
    await sql`create database webset_template template template0`;
    await migrate(template.href);
    await (await openQueue(template.href, { worker: false, onError: () => {} }))[Symbol.asyncDispose](); // its tables
    const own = postgres(template.href, { max: 1, onnotice: () => {} });
    const pristine = await readPristine(own).finally(() => own.end({ timeout: 5 }));
    // No connections from here on, autovacuum included: a template in use cannot be cloned.
    await sql`alter database webset_template allow_connections false`;
    return pristine;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drops the databases that tests keep for reuse. */
async function dropAll(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 600, onnotice: () => {} });
  try {
    const names = await sql<{ name: string }[]>`select datname as name from pg_database where datname ~ '^test_[0-9a-f]{16}$'`;
    for (const { name } of names) await sql`drop database if exists ${sql(name)} with (force)`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
