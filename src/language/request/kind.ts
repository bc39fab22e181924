import { planRequest } from './criteria.ts';

const known = new Map<string, string | null>();
/** The criterion that says what a request looks for, as it is planned; null where the request has no words. */
export function kindLabelOf(request: string): string | null {
  let label = known.get(request);
  if (label === undefined) {
    label = planRequest(request).criteria[0]?.label ?? null;
    if (known.size > 1000) known.clear();
    known.set(request, label);
  }
  return label;
}

/** Whether a criterion names what its webset's request looks for. */
export const isKindOf = (request: string, label: string): boolean => kindLabelOf(request)?.toLowerCase() === label.trim().toLowerCase();
