import type postgres from 'postgres';
import { rootCause } from '../../domain/errors.ts';

/** Statements of so few parameters have one text each; a longer list makes another one for every length. */
const PREPARED_MAX = 24;

/**
 * Without a free connection the driver (3.4.9) queues a statement on the busiest one. A write may wait there for a lock or the disk, so
 * this `onexecute` result asks for a connection of its own.
 */
const ALONE = { onexecute: () => false };
const READS = /^\s*select\b/i;

// the connection is gone, or the server said that it goes (57P01 to 57P05, 25P03, 25P04)
const LOST = /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|57P0|25P0[34])/;
const isLost = (error: unknown) => {
  const cause = rootCause(error);
  return cause instanceof Error && 'code' in cause && LOST.test(String(cause.code));
};

type Unsafe = postgres.Sql['unsafe'];
type Work = (tx: postgres.TransactionSql) => unknown;
type Begin = (...args: unknown[]) => Promise<unknown>;

/**
 * Prepares statements, gives writes a connection of their own, and ends a transaction whose connection broke as an error of its caller:
 * the driver (3.4.9) would send a rollback to the closed socket and end the process (porsager/postgres issues 1208 and 1133).
 */
export const wrapClient = (sql: postgres.Sql): postgres.Sql =>
  layered(sql, { unsafe: preparing(sql, alone), begin: watched(sql.begin as Begin) as postgres.Sql['begin'] });

/** A transaction has its connection to itself anyway, and begins by an `onexecute` of its own. */
const wrapTransaction = (tx: postgres.TransactionSql, over: AbortSignal): postgres.TransactionSql => {
  const unsafe = preparing(tx, () => ({}));
  return layered(tx, {
    unsafe: ((...asked) => {
      if (over.aborted) throw Object.assign(new Error('the connection of this transaction is gone'), { code: 'CONNECTION_CLOSED' });
      return unsafe(...asked);
    }) as Unsafe,
    savepoint: watched(tx.savepoint as Begin) as postgres.TransactionSql['savepoint'],
  });
};

const alone = (text: string) => (READS.test(text) ? {} : ALONE);

/** The driver asks about a statement before it runs it, unless it is one that it knows: twice the way for each. */
const preparing = ({ unsafe }: { unsafe: Unsafe }, optionsOf: (text: string) => object): Unsafe =>
  ((text, values = [], options) =>
    unsafe(text, values, { ...optionsOf(text), ...options, prepare: values.length > 0 && values.length <= PREPARED_MAX })) as Unsafe;

/** `begin` or `savepoint` of the driver, whose work gets a transaction of ours. */
const watched =
  (begin: Begin): Begin =>
  (...args) => {
    const over = new AbortController();
    const work = args.at(-1) as Work;
    const guarded = async (tx: postgres.TransactionSql) => {
      try {
        return await work(wrapTransaction(tx, over.signal));
      } catch (error) {
        return isLost(error) ? new Promise(() => {}) : Promise.reject(error);
      }
    };
    return begin(...args.slice(0, -1), guarded).finally(() => over.abort());
  };

/** An object around another, whose methods are tried first. */
const layered = <T extends object>(inner: T, methods: Partial<T>): T =>
  new Proxy(inner, { get: (target, key) => Reflect.get(Object.hasOwn(methods, key) ? methods : target, key) });
