// What the label of a column of numbers asks beside the number.

/** Words that name a price; for the words of a label without them with the flag g. */
export const PRICE =
  /\b(?:prices?|costs?|rents?|fees?|rates?|charges?|tariff|admission|entry|entrance|tuition|subscription|subs|dues|tickets?)\b/giu;
const MOST = /\b(?:max(?:imum)?|most|largest|biggest|highest)\b/iu;
const LEAST = /\b(?:min(?:imum)?|least|smallest|lowest|cheapest|starting)\b|\bfrom$/iu;

/** Which end of a span, or of several values, a label asks for: “Maximum number of participants”, “Lowest price”; null for neither. */
export const endAsked = (label: string): 'low' | 'high' | null => (MOST.test(label) ? 'high' : LEAST.test(label.trim()) ? 'low' : null);

/** Whether a label asks what something costs. */
export const isPriceAsked = (label: string): boolean => label.search(PRICE) >= 0;
