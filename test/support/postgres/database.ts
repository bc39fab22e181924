import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { inject } from 'vitest';
import type {} from './postgres.ts';

const TRIES = 40;

/** A database of a test's own, cloned from the migrated template; dropped with whoever is still connected. */
export async function openDatabase(): Promise<AsyncDisposable & { url: string }> {
  const admin = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(admin, async (sql) => {
    for (let tries = 1; ; tries++) {
      try {
        return await sql`create database ${sql(name)} template webset_template strategy file_copy`;
      } catch (error) {
        // 55006: the template is being accessed.
        if (tries === TRIES || !(error instanceof postgres.PostgresError) || error.code !== '55006') throw error;
        await sleep(50);
      }
    }
  });
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await asAdmin(admin, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}

async function asAdmin(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
