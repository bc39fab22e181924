import type { Tx } from './client.ts';

/** A statement that is put into words once a database, which takes as long as running it; in a transaction, which ends soon, each time. */
export function statement<S>(build: (tx: Tx) => S): (tx: Tx) => S {
  const built = new WeakMap<Tx, S>();
  return (tx) => {
    const known = built.get(tx) ?? build(tx);
    built.set(tx, known);
    return known;
  };
}
