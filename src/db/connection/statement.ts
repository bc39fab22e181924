import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Tx } from './client.ts';

const dialect = new PgDialect();

/** A statement that is put into words once a database, which takes as long as running it; in a transaction, which ends soon, each time. */
export function statement<S>(build: (tx: Tx) => S): (tx: Tx) => S {
  const built = new WeakMap<Tx, S>();
  return (tx) => {
    const known = built.get(tx) ?? build(tx);
    built.set(tx, known);
    return known;
  };
}

/**
 * A statement in plain SQL whose text is built once; a `sql.placeholder` is filled at each execution. Rows are as the driver reads them,
 * with moments as text.
 */
export function plain<R extends object>(text: SQL): (tx: Tx, values: Record<string, unknown>) => Promise<R[]> {
  const query = dialect.sqlToQuery(text);
  const prepared = statement((tx) => tx._.session.prepareQuery(query, undefined, undefined, false));
  return async (tx, values) => (await prepared(tx).execute(values)) as R[];
}
