/** The number of random tries: `short` for `npm test`, `full` for `npm run test:slow`. */
export const times = (short: number, full: number): number => (process.env.TEST_SLOW ? full : short);

/** Runs work and returns how many turns of the event loop other work had meanwhile. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let turn = setImmediate(function look() {
    turns++;
    turn = setImmediate(look);
  });
  try {
    const result = await work();
    return { result, turns };
  } finally {
    clearImmediate(turn);
  }
}
