// What the label of a numeric column asks besides the number.

/** Words that name a price; add the flag g to remove them from a label. */
export const PRICE =
  /\b(?:prices?|costs?|rents?|fees?|rates?|charges?|tariff|admission|entry|entrance|tuition|subscription|subs|dues|tickets?)\b/giu;
const MOST = /\b(?:max(?:imum)?|most|largest|biggest|highest)\b/iu;
const LEAST = /\b(?:min(?:imum)?|least|smallest|lowest|cheapest|starting)\b|\bfrom$/iu;

/** The end of a range or of several values that a label asks for: “Maximum number of participants”, “Lowest price”; null for neither. */
export const endAsked = (label: string): 'low' | 'high' | null => (MOST.test(label) ? 'high' : LEAST.test(label.trim()) ? 'low' : null);

/** Whether a label asks for a price. */
export const isPriceAsked = (label: string): boolean => label.search(PRICE) >= 0;
