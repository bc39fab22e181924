/** A line that begins with the label of its value. */
export const LABELLED = /^\s*\p{Lu}[\p{L}\d/&'’-]*(?:\s[\p{L}\d/&'’-]+){0,3}\s?:\s+\S/u;
