import { remembered } from '../../domain/text.ts';
import { planRequest } from './criteria.ts';

/** The criterion that says what a request looks for, as it is planned; null where the request has no words. */
export const kindLabelOf = remembered((request: string): string | null => planRequest(request).criteria[0]?.label ?? null);

/** Whether a criterion names what its webset's request looks for. */
export const isKindOf = (request: string, label: string): boolean => kindLabelOf(request)?.toLowerCase() === label.trim().toLowerCase();
