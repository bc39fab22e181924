/** Ids as one parameter, whatever their number, to be cast to uuid[]: a list of parameters would make a statement of its own for each length. */
export const uuids = (ids: readonly string[]) => `{${ids.join(',')}}`;
