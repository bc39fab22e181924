/** How often something random is tried: `short` times by `npm test`, `full` times by `npm run test:full`. */
export const times = (short: number, full: number): number => (process.env.TEST_FULL ? full : short);
