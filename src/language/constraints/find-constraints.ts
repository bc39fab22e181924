import { withAlternatives } from './alternatives.ts';
import type { Constraint } from './constraint.ts';
import { numbers } from './numbers.ts';
import { ATTRIBUTES, NEGATIONS, phrases } from './phrases.ts';
import { places } from './places.ts';
import { relativeTimes, times } from './times.ts';

export const LONGEST_REQUEST = 4000;

/** The constraints in the first 4,000 characters of a request, in order, without overlaps. */
export function findConstraints(request: string): Constraint[] {
  const text = request.slice(0, LONGEST_REQUEST);
  const found: Constraint[] = [];
  // a negation includes what it negates, so it is matched first
  for (const constraint of [
    ...relativeTimes(text),
    ...phrases(text, NEGATIONS),
    ...times(text),
    ...numbers(text),
    ...places(text),
    ...phrases(text, ATTRIBUTES),
  ])
    if (!found.some((other) => constraint.start < other.end && constraint.end > other.start)) found.push(constraint);
  return withAlternatives(
    text,
    found.sort((a, b) => a.start - b.start),
  );
}
