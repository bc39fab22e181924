/** What a share lets its caller do with a webset. */
export const SHARE_ACCESS = ['read', 'edit'] as const;
export type ShareAccess = (typeof SHARE_ACCESS)[number];

/** Of one webset: links for whoever holds them, and people. */
export const LINKS_MAX = 20;
export const PEOPLE_MAX = 100;

/** A webset shown to others under ids of its own: by a link that reads to whoever holds it, or to one account. */
export interface Share {
  /** The id by which it is revoked, and opens nothing. */
  id: string;
  /** The id that opens it: a UUID of version 8, which no webset has. */
  shareId: string;
  websetId: string;
  access: ShareAccess;
  /** The account it is for; null: a link. */
  userId: string | null;
  /** What the ids that it shows are made with, in hex: 32 bytes. */
  key: string;
  createdAt: Date;
}

/** The share that a caller came by, and who owns its webset. */
export type SharedWebset = Pick<Share, 'shareId' | 'websetId' | 'access' | 'userId' | 'key'> & { ownerId: string | null };

const HEX = (digits: number) => `[0-9a-f]{${digits}}`;
const V8 = `${HEX(8)}-${HEX(4)}-8${HEX(3)}-[89ab]${HEX(3)}-${HEX(12)}`;
const NAMED = new RegExp(`^(${V8})(?:\\.|$)`, 'i');
const QUOTED = new RegExp(`"(${V8})["\\.]`, 'gi');

/** The id of the kind that shares show (Postgres makes those of everything else of version 4) that a value is, or a global id begins with. Null for any other. */
export const shareIdOf = (value: string): string | null =>
  value.charAt(14) === '8' ? (NAMED.exec(value)?.[1]?.toLowerCase() ?? null) : null;

/** Those that stand as values in the text of a GraphQL document. */
export const shareIdsIn = (document: string): string[] =>
  document.includes('-8') ? [...document.matchAll(QUOTED)].map(([, id]) => (id as string).toLowerCase()) : [];
