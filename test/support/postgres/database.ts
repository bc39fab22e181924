import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { until } from '../until.ts';
import type {} from './postgres.ts';
import { reset } from './reset.ts';

/** Databases of finished tests, reset to the template. */
const clean: string[] = [];

/**
 * A test's own database, equal to the migrated template; its connections are cut off at the end. Emptied databases are reused: a clone is
 * 1,000 files, and ext4 takes ten times as long to create one right after another was dropped.
 */
export async function openDatabase(): Promise<AsyncDisposable & { url: string }> {
  const name = clean.pop() ?? (await asAdmin(clone));
  return { url: urlOf(name), [Symbol.asyncDispose]: () => giveBack(name) };
}

const newName = () => `test_${randomBytes(8).toString('hex')}`;

async function clone(admin: postgres.Sql): Promise<string> {
  const name = newName();
  await until(async () => {
    try {
      await admin`create database ${admin(name)} template webset_template strategy file_copy`;
      return true;
    } catch (error) {
      if (error instanceof postgres.PostgresError && error.code === '55006') return false; // the template is being accessed
      throw error;
    }
  });
  return name;
}

async function giveBack(name: string): Promise<void> {
  const fresh = newName();
  const emptied = await asAdmin(async (admin) => {
    await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
    await admin`alter database ${admin(name)} rename to ${admin(fresh)}`;
    return connected(urlOf(fresh), (sql) => reset(sql, inject('pristine')));
  }).catch(() => false); // a client reconnects repeatedly, or this account may not empty it
  if (emptied) clean.push(fresh);
  else await asAdmin((admin) => Promise.all([name, fresh].map((one) => admin`drop database if exists ${admin(one)} with (force)`)));
}

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

let shared: postgres.Sql | undefined;

/** On one connection per process: opening one takes 8 ms of CPU, and each test needs two. */
const asAdmin = <T>(work: (admin: postgres.Sql) => Promise<T>): Promise<T> => {
  shared ??= open(inject('postgresUrl'), { idle_timeout: 5 });
  return work(shared);
};

const open = (url: string, options = {}) =>
  postgres(url, { max: 1, connect_timeout: 600, fetch_types: false, onnotice: () => {}, ...options });

async function connected<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = open(url);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
