/** Whom a run is counted for: an account, else an address; null: the service itself. */
export const callerOf = (userId: string | null, address: string | null): string | null =>
  userId === null ? address && `ip:${address}` : `user:${userId}`;

/** The account that a run is counted for; null: it is counted for none. */
export const accountOf = (caller: string | null): string | null => (caller?.startsWith('user:') ? caller.slice('user:'.length) : null);

/** Whether a caller has no account. */
export const isAnonymous = (caller: string | null): boolean => caller?.startsWith('ip:') ?? false;
