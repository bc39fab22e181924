import { fileURLToPath } from 'node:url';

/** A file of prices for the model of a played server, in dollars a million tokens. */
export const PRICES = fileURLToPath(new URL('./prices.json', import.meta.url));
