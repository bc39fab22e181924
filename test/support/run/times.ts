/** How often something random is tried: `short` times by `npm test`, `full` times by `npm run test:slow`. */
export const times = (short: number, full: number): number => (process.env.TEST_SLOW ? full : short);

/** Does something, and says how many turns of the event loop others had meanwhile. */
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
