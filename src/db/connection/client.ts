import { connect, type Socket } from 'node:net';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { rootCause } from '../../domain/errors.ts';

export type Database = PostgresJsDatabase;
/** A transaction or the database itself: whoever only runs statements takes this. */
export type Tx = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Client extends AsyncDisposable {
  db: Database;
  sql: postgres.Sql;
  /** Cuts every connection: what waits on them fails at once, what comes next connects anew. For a network that swallows without a word. */
  cut(): void;
}

/** A pool on `url`. Statements end after `statementSeconds`; a database that cannot be reached errors within `connectSeconds`. */
export function openClient(url: string, { max = 10, statementSeconds = 30, connectSeconds = 5, name = 'webset' } = {}): Client {
  const sockets = new Set<Socket>();
  const options = {
    max,
    connect_timeout: connectSeconds,
    idle_timeout: 60,
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5), // the driver's own waits up to 20 s
    onnotice: () => {},
    connection: {
      application_name: name,
      statement_timeout: statementSeconds * 1000,
      // a client that was stopped, or whose network was swallowed, must not hold its locks for long
      idle_in_transaction_session_timeout: 8000,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
    },
    ...(hasOneHost(url) && { socket: remember(sockets) }),
  };
  const sql = safely(preparing(postgres(url, options)));
  return {
    sql,
    db: drizzle(sql, { casing: 'snake_case' }),
    cut() {
      for (const socket of [...sockets]) socket.destroy();
    },
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  };
}

/** Statements of so few parameters have one text each; a longer list makes another one for every length. */
const PREPARED_MAX = 16;

/**
 * When no connection is free the driver (3.4.9) sends a statement down the one that is busy for the longest, where it waits for what was there before.
 * That is fast behind what reads a little; whoever writes may wait for a lock or for the disk, and has its connection to itself: this answer of a
 * statement's `onexecute` says so to the driver.
 */
const ALONE = { onexecute: () => false };
const READS = /^\s*select\b/i;

/** The driver asks about a statement before it runs it, unless it is one that it knows: twice the way for each. */
function preparing<S extends postgres.Sql | postgres.TransactionSql>(sql: S): S {
  const { unsafe } = sql;
  const isPool = 'begin' in sql; // a transaction has its connection to itself anyway, and begins by an `onexecute` of its own
  const prepared: typeof unsafe = (text, values = [], options) => {
    const alone = isPool && !READS.test(text) ? ALONE : {};
    return unsafe(text, values, { ...alone, ...options, prepare: values.length > 0 && values.length <= PREPARED_MAX });
  };
  sql.unsafe = prepared;
  return sql;
}

// the connection is gone, or the server said that it goes (57P01 to 57P05, 25P03, 25P04)
const LOST = /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|57P0|25P0[34])/;
const isLost = (error: unknown) => {
  const cause = rootCause(error);
  return cause instanceof Error && 'code' in cause && LOST.test(String(cause.code));
};

type Work = (tx: postgres.TransactionSql) => unknown;
type Begin = (...args: unknown[]) => Promise<unknown>;

/**
 * The driver (3.4.9) sends a rollback after a connection that broke in the middle of a transaction, to a socket that is no more, which ends
 * the process, and a statement sent there takes the connection out of the pool for good. So such a transaction never tells it, and sends
 * nothing more: the driver's own news of the broken connection ends it.
 */
function safely(sql: postgres.Sql): postgres.Sql {
  const silent = (work: Work, over: AbortSignal) => async (tx: postgres.TransactionSql) => {
    wrap(tx, 'savepoint');
    const { unsafe } = preparing(tx);
    tx.unsafe = (...asked) => {
      if (over.aborted) throw Object.assign(new Error('the connection of this transaction is gone'), { code: 'CONNECTION_CLOSED' });
      return unsafe(...asked);
    };
    try {
      return await work(tx);
    } catch (error) {
      return isLost(error) ? new Promise(() => {}) : Promise.reject(error);
    }
  };
  const wrap = (on: object, name: 'begin' | 'savepoint') => {
    const own = Reflect.get(on, name) as Begin;
    const wrapped: Begin = (...args) => {
      const over = new AbortController();
      return own(...args.slice(0, -1), silent(args.at(-1) as Work, over.signal)).finally(() => over.abort());
    };
    Reflect.set(on, name, wrapped);
  };
  wrap(sql, 'begin');
  return sql;
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

/** Makes the driver's sockets, and knows them. What it writes before the connection stands is sent then. */
const remember =
  (sockets: Set<Socket>) =>
  ({ host: [host = 'localhost'], port: [port = 5432] }: Address): Socket => {
    const socket = Object.assign(connect({ host, port }), { host, port });
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
