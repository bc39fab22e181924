import { fileURLToPath } from 'node:url';

/** A price file for the model of a simulated server, in dollars per million tokens. */
export const PRICES = fileURLToPath(new URL('./prices.json', import.meta.url));
