import { kept } from './kept.ts';

/** A webset made in this browser without an account; only this browser knows its id. */
export interface Made {
  id: string;
  uuid: string;
}

const list = kept<Made[]>('made', []);

export const useMade = list.use;
export const remember = (made: Made) =>
  list.set([{ id: made.id, uuid: made.uuid }, ...list.get().filter(({ uuid }) => uuid !== made.uuid)]);
export const forget = (uuids: readonly string[]) => {
  if (uuids.length > 0) list.set(list.get().filter(({ uuid }) => !uuids.includes(uuid)));
};
