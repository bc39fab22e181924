import { remembered } from '../../domain/text.ts';
import { planRequest } from './criteria.ts';

/** The cache's entries, and the most characters of one: requests are long, and every page asks. */
const [MOST, LONGEST] = [500, 20_000];

/** The criterion that names what a request looks for, as planned; null if the request has no words. */
export const kindLabelOf = remembered((request: string): string | null => planRequest(request).criteria[0]?.label ?? null, MOST, LONGEST);

/** Returns a test for the criterion that names what the request looks for. */
export function kindTest(request: string): (label: string) => boolean {
  const kind = kindLabelOf(request)?.toLowerCase();
  return (label) => label.trim().toLowerCase() === kind;
}

/** Whether a criterion names what the request of its webset looks for. */
export const isKindOf = (request: string, label: string): boolean => kindTest(request)(label);
