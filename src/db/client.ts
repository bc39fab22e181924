import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema.ts';

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction or the database itself: whoever only runs statements takes this. */
export type Tx = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Client extends AsyncDisposable {
  db: Database;
  sql: postgres.Sql;
}

/** A pool on `url`. Statements end after `statementSeconds`; a database that cannot be reached errors within `connectSeconds`. */
export function openClient(url: string, { max = 10, statementSeconds = 30, connectSeconds = 5, name = 'webset' } = {}): Client {
  const sql = postgres(url, {
    max,
    connect_timeout: connectSeconds,
    idle_timeout: 60,
    onnotice: () => {},
    connection: { application_name: name, statement_timeout: statementSeconds * 1000 },
  });
  return { sql, db: drizzle(sql, { schema, casing: 'snake_case' }), [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) };
}
