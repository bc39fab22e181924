import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { pause } from '../../tables/shared.ts';

/** How long a key still rests, in milliseconds (0: not at all; 2^31 - 1, which is the longest of a timer: that long at least), and why. */
export async function findPause(tx: Tx, key: string): Promise<{ ms: number; reason: string | null }> {
  const [found] = await tx
    .select({
      ms: sql<number>`least(2147483647, greatest(0, ceil(extract(epoch from ${pause.until} - now()) * 1000)))::int`,
      reason: pause.reason,
    })
    .from(pause)
    .where(eq(pause.key, key));
  return found ?? { ms: 0, reason: null };
}

/** Lets a key rest for all processes; a longer rest that stands already stays. */
export const setPause = (tx: Tx, key: string, ms: number, reason: string) =>
  tx.execute(sql`
    insert into ${pause} as p (key, until, reason) values (${key}, now() + ${ms} * interval '1 millisecond', ${reason})
    on conflict (key) do update set until = excluded.until, reason = excluded.reason where excluded.until > p.until`);

/** Takes the next turn of a key whose turns lie `everyMs` apart, whoever takes them. Answers the milliseconds until it comes. */
export async function takeTurn(tx: Tx, key: string, everyMs: number): Promise<number> {
  const [taken] = await tx.execute<{ ms: number }>(sql`
    insert into ${pause} as p (key, until) values (${key}, now() + ${everyMs} * interval '1 millisecond')
    on conflict (key) do update set until = greatest(p.until, now()) + ${everyMs} * interval '1 millisecond'
    returning greatest(0, ceil(extract(epoch from until - now()) * 1000) - ${everyMs})::int as ms`);
  return taken?.ms ?? 0;
}

/** Takes a chore that is done once in a period, whoever does it. False when it was done already. */
export async function takeChore(tx: Tx, name: string, everySeconds: number): Promise<boolean> {
  const taken = await tx.execute(sql`
    insert into ${pause} as p (key, until) values (${`chore:${name}`}, now() + ${everySeconds} * interval '1 second')
    on conflict (key) do update set until = excluded.until where p.until <= now() returning key`);
  return taken.length > 0;
}

/** A chore that is taken and done rests for a period from now; one that was only taken comes up again when the time it was taken for is over. */
export const finishChore = (tx: Tx, name: string, everySeconds: number) => setPause(tx, `chore:${name}`, everySeconds * 1000, 'done');

/** Forgets the pauses that are over. */
export const sweepPauses = (tx: Tx) => tx.execute(sql`delete from ${pause} where until < now() - interval '1 minute'`);
