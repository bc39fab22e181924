import type { Socket } from 'node:net';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { openSocket } from './socket.ts';
import { wrapClient } from './wrap.ts';

export type Database = PostgresJsDatabase;
/** The database or a transaction: the parameter of every function that only runs statements. */
export type Tx = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Client extends AsyncDisposable {
  db: Database;
  sql: postgres.Sql;
  /** Cuts every connection: what waits on them fails at once, what comes next connects anew. For a network that swallows without a word. */
  cut(): void;
}

/** What the driver's own timer, which goes by the wall's clock, leaves a server that began to answer. */
const HANDSHAKE_SECONDS = 60;

/** A pool on `url`. Statements end after `statementSeconds`; a database that cannot be reached errors within `connectSeconds`. */
export function openClient(
  url: string,
  { max = 10, statementSeconds = 30, connectSeconds = 5, idleInTransactionMs = 8000, name = 'webset' } = {},
): Client {
  const sockets = new Set<Socket>();
  const ownSockets = hasOneHost(url);
  const options = {
    max,
    connect_timeout: connectSeconds + (ownSockets ? HANDSHAKE_SECONDS : 0),
    idle_timeout: 60,
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5), // the driver's own waits up to 20 s
    onnotice: () => {},
    connection: {
      application_name: name,
      statement_timeout: statementSeconds * 1000,
      // a client that was stopped, or whose network was swallowed, must not hold its locks for long
      idle_in_transaction_session_timeout: idleInTransactionMs,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
    },
    ...(ownSockets && { socket: remember(sockets, connectSeconds) }),
  };
  const sql = wrapClient(postgres(url, options));
  return {
    sql,
    db: drizzle(sql, { casing: 'snake_case' }),
    cut() {
      for (const socket of [...sockets]) socket.destroy();
    },
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  };
}

/** The driver goes from host to host by itself only when it makes its own sockets. */
const hasOneHost = (url: string) => {
  const host = URL.parse(url)?.hostname;
  return Boolean(host) && !host?.includes(',') && !host?.startsWith('/');
};

interface Address {
  host: string[];
  port: number[];
}

/** Makes the driver's sockets and records them. What is written before the connection is open is sent then. */
const remember =
  (sockets: Set<Socket>, seconds: number) =>
  ({ host: [host = 'localhost'], port: [port = 5432] }: Address): Socket => {
    const socket = Object.assign(openSocket(seconds).connect({ host, port }), { host, port });
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
