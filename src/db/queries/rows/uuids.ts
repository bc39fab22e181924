/** Ids as one parameter, to be cast to uuid[]: a list of parameters would make another statement text for each length. */
export const uuids = (ids: readonly string[]) => `{${ids.join(',')}}`;
