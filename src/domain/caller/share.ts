/** What a share allows its caller to do with a webset. */
export const SHARE_ACCESS = ['read', 'edit'] as const;
export type ShareAccess = (typeof SHARE_ACCESS)[number];

/** Limits of one webset: share links, and accounts that it is shared with. */
export const LINKS_MAX = 20;
export const PEOPLE_MAX = 100;

/** A webset shared under ids of its own: by a read-only link that works for anyone who has it, or with one account. */
export interface Share {
  /** The id for revoking the share. It opens nothing. */
  id: string;
  /** The id that opens the share: a UUID of version 8, which no webset has. */
  shareId: string;
  websetId: string;
  access: ShareAccess;
  /** The account that the share is for; null for a link. */
  userId: string | null;
  /** The key that derives the ids shown through the share: 32 bytes in hex. */
  key: string;
  createdAt: Date;
}

/** The share that a caller came by, and the owner of its webset. */
export type SharedWebset = Pick<Share, 'shareId' | 'websetId' | 'access' | 'userId' | 'key'> & { ownerId: string | null };

const HEX = (digits: number) => `[0-9a-f]{${digits}}`;
const V8 = `${HEX(8)}-${HEX(4)}-8${HEX(3)}-[89ab]${HEX(3)}-${HEX(12)}`;
const NAMED = new RegExp(`^(${V8})(?:\\.|$)`, 'i');
const QUOTED = new RegExp(`"(${V8})["\\.]`, 'gi');

/** The share id that a value is, or that a global id begins with; null for any other id. Postgres generates version 4 everywhere else. */
export const shareIdOf = (value: string): string | null =>
  value.charAt(14) === '8' ? (NAMED.exec(value)?.[1]?.toLowerCase() ?? null) : null;

/** The share ids that occur as values in the text of a GraphQL document. */
export const shareIdsIn = (document: string): string[] =>
  document.includes('-8') ? [...document.matchAll(QUOTED)].map(([, id]) => (id as string).toLowerCase()) : [];
