/** The key that a run counts against: an account, else an address; null for the service itself. */
export const callerOf = (userId: string | null, address: string | null): string | null =>
  userId === null ? address && `ip:${address}` : `user:${userId}`;

/** The account that a run counts against; null when it counts against none. */
export const accountOf = (caller: string | null): string | null => (caller?.startsWith('user:') ? caller.slice('user:'.length) : null);

export const isAnonymous = (caller: string | null): boolean => caller?.startsWith('ip:') ?? false;
