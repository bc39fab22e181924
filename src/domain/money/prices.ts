import { type Prices, pricesShape } from './cost.ts';
import prices from './prices.json' with { type: 'json' };

/** The prices that come with the product, as somebody last looked them up. */
export const PRICES: Prices = pricesShape.parse(prices);
