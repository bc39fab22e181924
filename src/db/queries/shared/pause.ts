import { and, asc, eq, gt, inArray, like, or, sql } from 'drizzle-orm';
import { storableText } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { pause } from '../../tables/shared.ts';

/**
 * How long a key still rests, in milliseconds (0: not at all; 2^31 - 1, which is the longest of a timer: that long at least), and why.
 * No longer than its kind may, even where the database's clock was set back since.
 */
export async function findPause(tx: Tx, key: string): Promise<{ ms: number; reason: string | null }> {
  const [found] = await tx
    .select({
      ms: sql<number>`least(2147483647, greatest(0, ceil(extract(epoch from ${pause.until} - now()) * 1000)))::int`,
      reason: pause.reason,
    })
    .from(pause)
    .where(eq(pause.key, key));
  return found ? { ...found, ms: Math.min(found.ms, longest(key)) } : { ms: 0, reason: null };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What may be paused, by the beginning of its key, and the longest pause: hosts ask for theirs, the operator chose the others. */
export const RESTS = { host: HOUR_MS, page: DAY_MS, provider: DAY_MS, model: DAY_MS, 'model-unavailable': DAY_MS } as const;
export type Resting = keyof typeof RESTS;

const longest = (key: string) => RESTS[key.slice(0, key.indexOf(':')) as Resting] ?? Number.MAX_SAFE_INTEGER;

/** Pauses a key for all processes, at most as long as its kind may; a longer pause stays. */
export async function setPause(tx: Tx, key: string, ms: number, reason: string): Promise<void> {
  const bounded = Math.round(Math.max(0, Math.min(ms || 0, longest(key))));
  await tx.execute(sql`
    insert into ${pause} as p (key, until, reason) values (${key}, now() + ${bounded} * interval '1 millisecond', ${storableText(reason)})
    on conflict (key) do update set until = excluded.until, reason = excluded.reason where excluded.until > p.until`);
}

export interface Pause {
  kind: Resting;
  /** A host, an address of a page, a provider's name, the hash of a model's endpoint. */
  name: string;
  /** Milliseconds that are left. */
  ms: number;
  reason: string | null;
}

/** What rests now, of these kinds, in the order of kinds and names. */
export async function listPauses(tx: Tx, kinds: readonly Resting[]): Promise<Pause[]> {
  const isOf = or(...kinds.map((kind) => like(pause.key, `${kind}:%`)));
  const left = sql<number>`ceil(extract(epoch from ${pause.until} - now()) * 1000)::float8`;
  const found = await tx
    .select({ key: pause.key, ms: left, reason: pause.reason })
    .from(pause)
    .where(and(isOf, gt(pause.until, sql`now()`)))
    .orderBy(asc(pause.key));
  return found.map(({ key, ...rest }) => {
    const at = key.indexOf(':');
    return { kind: key.slice(0, at) as Resting, name: key.slice(at + 1), ...rest };
  });
}

/** Ends the rests of a name, of these kinds. Answers how many there were. */
export async function clearPauses(tx: Tx, kinds: readonly Resting[], name: string): Promise<number> {
  const keys = kinds.map((kind) => `${kind}:${name}`);
  return (await tx.delete(pause).where(inArray(pause.key, keys)).returning({ key: pause.key })).length;
}

/** Takes one of `most` places of a key, which is free again after `leaseMs` if nobody leaves it. Null when all are taken. */
export async function takePlace(
  tx: Tx,
  key: string,
  { most, leaseMs, holder }: { most: number; leaseMs: number; holder: string },
): Promise<string | null> {
  const [taken] = await tx.execute<{ key: string }>(sql`
    insert into ${pause} as p (key, until, reason)
    select k.key, now() + ${leaseMs} * interval '1 millisecond', ${holder}
    from (select ${key} || ' ' || n as key from generate_series(1, ${most}::int) n) k
    where not exists (select from ${pause} q where q.key = k.key and q.until > now())
    limit 1
    on conflict (key) do update set until = excluded.until, reason = excluded.reason where p.until <= now()
    returning key`);
  return taken?.key ?? null;
}

/** Leaves a place, if it is still the holder's. */
export const leavePlace = (tx: Tx, place: string, holder: string) =>
  tx.delete(pause).where(and(eq(pause.key, place), eq(pause.reason, holder)));

/** Takes the next turn of a key, over all processes; turns are `everyMs` apart. Returns the milliseconds until it comes. */
export async function takeTurn(tx: Tx, key: string, everyMs: number): Promise<number> {
  const [taken] = await tx.execute<{ ms: number }>(sql`
    insert into ${pause} as p (key, until) values (${key}, now() + ${everyMs} * interval '1 millisecond')
    on conflict (key) do update set until = greatest(p.until, now()) + ${everyMs} * interval '1 millisecond'
    returning greatest(0, ceil(extract(epoch from until - now()) * 1000) - ${everyMs})::int as ms`);
  return taken?.ms ?? 0;
}

/** Takes a chore that one process does once a period. False when it was taken already. */
export async function takeChore(tx: Tx, name: string, everySeconds: number): Promise<boolean> {
  const taken = await tx.execute(sql`
    insert into ${pause} as p (key, until) values (${`chore:${name}`}, now() + ${everySeconds} * interval '1 second')
    on conflict (key) do update set until = excluded.until where p.until <= now() returning key`);
  return taken.length > 0;
}

/** Pauses a finished chore for a period from now; one that was only taken is due again when its lease ends. */
export const finishChore = (tx: Tx, name: string, everySeconds: number) => setPause(tx, `chore:${name}`, everySeconds * 1000, 'done');

/** Forgets the pauses that are over. */
export const sweepPauses = (tx: Tx) => tx.execute(sql`delete from ${pause} where until < now() - interval '1 minute'`);
