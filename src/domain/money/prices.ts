import { type Prices, pricesShape } from './cost.ts';
import prices from './prices.json' with { type: 'json' };

/** The prices that ship with the product. */
export const PRICES: Prices = pricesShape.parse(prices);
