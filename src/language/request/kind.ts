import { remembered } from '../../domain/text.ts';
import { planRequest } from './criteria.ts';

/** Requests are long, and asked of page after page. */
const [MOST, LONGEST] = [500, 20_000];

/** The criterion that says what a request looks for, as it is planned; null where the request has no words. */
export const kindLabelOf = remembered((request: string): string | null => planRequest(request).criteria[0]?.label ?? null, MOST, LONGEST);

/** Tells of the criteria of a request which one names what it looks for. */
export function kindTest(request: string): (label: string) => boolean {
  const kind = kindLabelOf(request)?.toLowerCase();
  return (label) => label.trim().toLowerCase() === kind;
}

/** Whether a criterion names what its webset's request looks for. */
export const isKindOf = (request: string, label: string): boolean => kindTest(request)(label);
