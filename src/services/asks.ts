import { readLabel } from '../language/asks/wording.ts';
import { isKindOf, kindTest } from '../language/request/kind.ts';
import type { Call } from './call.ts';
import type { PlacedCriterion } from './columns.ts';
import { openWebsetOnce } from './open.ts';

type Asked = Pick<PlacedCriterion, 'websetId' | 'label'>;

const loaded = new WeakMap<Call, Map<string, Promise<(label: string) => boolean>>>();

/** Read once for all criteria of a webset that a call asks about. */
function kindTestOf(call: Call, websetId: string): Promise<(label: string) => boolean> {
  const known = loaded.get(call) ?? new Map<string, Promise<(label: string) => boolean>>();
  loaded.set(call, known);
  const found = known.get(websetId) ?? load(call, websetId);
  known.set(websetId, found);
  return found;
}

const load = async (call: Call, websetId: string) => kindTest((await openWebsetOnce(call, websetId)).originalQuery);

/** Whether a criterion names what its webset's request looks for. */
export const isKind = async (call: Call, { websetId, label }: Asked): Promise<boolean> => (await kindTestOf(call, websetId))(label);

/** What a criterion is understood to ask, in words. It follows from the label and the request, and is stored nowhere. */
export const asksOf = async (call: Call, criterion: Asked): Promise<string[]> => readLabel(criterion.label, await isKind(call, criterion));

/** The same of a criterion that is being written. */
export const readCriterion = (request: string, label: string): Promise<string[]> => readLabel(label, isKindOf(request, label));
