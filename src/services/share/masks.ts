import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { findKnownIds } from '../../db/queries/websets/ids.ts';
import type { SharedWebset } from '../../domain/caller/share.ts';
import type { Call } from '../call.ts';
import { type Aliases, createAliases } from './aliases.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** The address of an uploaded file here: it opens the file to anybody, where nobody owns the collection. */
const FILE = /https?:\/\/[^\s"'<>/]+\/pages\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\//gi;
/** Its replacement: no link. */
const UPLOADED = 'upload:';
/** A text that may hold a UUID in base64. */
const ENCODED = /^[\w-]{48,8000}$/;

const made = new WeakMap<SharedWebset, Aliases>();

/** A share's aliases, made once for all that one request asks. */
export function aliasesOf(share: SharedWebset): Aliases {
  const known = made.get(share) ?? createAliases(share);
  made.set(share, known);
  return known;
}

/** Ids looked up in a statement, and encrypted in a turn of the event loop. */
const AT_ONCE = 500;
/** Texts looked at in a turn of the event loop. */
const TEXTS_AT_ONCE = 2000;
/** Which UUIDs name something: that does not change back, so it may be kept a while. */
const known = new LRUCache<string, true>({ max: 100_000, ttl: 60_000 });

const decoded = (text: string) => Buffer.from(text, 'base64url').toString();

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length < 36) return;
    yield value;
    if (ENCODED.test(value)) yield decoded(value);
  } else if (Array.isArray(value)) for (const part of value) yield* textsIn(part);
  else if (isPlain(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (key.length >= 36) yield key;
      yield* textsIn(part);
    }
  }
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Date);

/**
 * The answer of a share, with an alias for each UUID of the database wherever it occurs (id, text, base64); words of pages stay. It does
 * not depend on fields, so that later fields are masked too.
 */
export async function masked<T>(db: Call['db'], share: SharedWebset, value: T): Promise<T> {
  const found = new Set<string>();
  let read = 0;
  for (const text of textsIn(value)) {
    if (++read % TEXTS_AT_ONCE === 0) await nextTurn();
    for (const [id] of text.matchAll(UUID)) found.add(id.toLowerCase());
  }
  found.delete(share.shareId); // an alias already
  if (found.size === 0) return value;
  const shown = await aliasesOfKnown(db, share, [...found]);
  if (shown.size === 0) return value;
  const inText = (text: string) =>
    text
      .replace(FILE, (whole, token: string) => (shown.has(token.toLowerCase()) ? UPLOADED : whole))
      .replace(UUID, (id) => shown.get(id.toLowerCase()) ?? id);
  const inString = (text: string) => {
    if (text.length < 36) return text;
    const written = inText(text);
    if (written !== text || !ENCODED.test(text)) return written;
    const inside = decoded(text);
    const other = inText(inside);
    return other === inside ? text : `${share.shareId}.${Buffer.from(other).toString('base64url')}`;
  };
  let written = 0;
  const write = async (part: unknown): Promise<unknown> => {
    if (++written % TEXTS_AT_ONCE === 0) await nextTurn();
    if (typeof part === 'string') return inString(part);
    if (Array.isArray(part)) {
      const parts: unknown[] = [];
      for (const one of part) parts.push(await write(one));
      return parts;
    }
    if (!isPlain(part)) return part;
    const fields: [string, unknown][] = [];
    for (const [key, of] of Object.entries(part)) fields.push([inString(key), await write(of)]);
    return Object.fromEntries(fields);
  };
  return (await write(value)) as T;
}

/** The aliases of those of the ids that name anything. */
async function aliasesOfKnown(db: Call['db'], share: SharedWebset, ids: readonly string[]): Promise<Map<string, string>> {
  const aliases = aliasesOf(share);
  const shown = new Map<string, string>();
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const real: string[] = [];
    const unknown: string[] = [];
    for (const id of ids.slice(i, i + AT_ONCE)) (known.has(id) ? real : unknown).push(id);
    if (unknown.length > 0) real.push(...(await findKnownIds(db, unknown)));
    for (const id of real) {
      known.set(id, true); // what names nothing yet may name something later
      shown.set(id, aliases.of(id));
    }
    if (ids.length > AT_ONCE) await nextTurn();
  }
  return shown;
}

/** What a refusal repeats of a request, as it came: with the aliases of all that was decrypted, also of what is not there. */
export const remasked = (share: SharedWebset, text: string): string =>
  text.replace(UUID, (id) => (id.charAt(14) === '4' ? aliasesOf(share).of(id.toLowerCase()) : id));

/** A global id as a share shows it, as it was; anything else as it is. */
export function unmaskedGlobalId(share: SharedWebset, id: string): string {
  const bare = id.startsWith(`${share.shareId}.`) ? id.slice(share.shareId.length + 1) : id;
  const aliases = aliasesOf(share);
  const inside = decoded(bare).replace(UUID, (alias) => aliases.behind(alias.toLowerCase()));
  return Buffer.from(inside).toString('base64url');
}

/** The UUID behind one that came through a share; what is none as it is. */
export const unmaskedId = (share: SharedWebset, id: string): string =>
  id.replace(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, (alias) => aliasesOf(share).behind(alias.toLowerCase()));
