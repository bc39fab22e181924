import type { Config } from '../config.ts';
import { migrate } from '../db/connection/migrate.ts';
import { attachEmbedded } from '../db/embedded/attach.ts';

/**
 * Returns the database of a running service, migrated to this version: DATABASE_URL, or the embedded one of `serve`. Throws an error for
 * people when there is none, it cannot be reached, or it is newer than this version.
 */
export async function openDatabase(config: Config): Promise<string> {
  const url = config.databaseUrl ?? (await attachEmbedded({ dataDir: config.dataDir }))?.url;
  if (!url) throw new Error(`no database: no \`serve\` runs on ${config.dataDir}, and DATABASE_URL is not set`);
  await migrate(url);
  return url;
}

/** `migrate`: brings the database to this version. */
export async function migrateDatabase(config: Config): Promise<number> {
  await openDatabase(config);
  console.log('the database is at this version');
  return 0;
}
