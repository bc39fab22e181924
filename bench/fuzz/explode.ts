import type { Bomb } from './bombs.ts';
import { openSender } from './wire.ts';

/** A bomb's answers, and what one took of the processor (ms): the least of some samples, since garbage of before is collected in others. */
export interface Exploded {
  bomb: Bomb;
  statuses: number[];
  ms: number;
}

/**
 * Sends a bomb once to warm up, then `samples` times `each` times. `cpu` reads the gateway's processor time so far (ms); where it counts in
 * coarse steps, `each` must be large.
 */
export async function explode(
  url: string,
  bomb: Bomb,
  { samples, each, cpu }: { samples: number; each: number; cpu: () => number },
): Promise<Exploded> {
  const statuses = new Set<number>([await send(url, bomb)]);
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const before = cpu();
    for (let i = 0; i < each; i++) statuses.add(await send(url, bomb));
    took.push((cpu() - before) / each);
  }
  return { bomb, statuses: [...statuses], ms: Math.min(...took) };
}

/** From ever another address, so that no limit of rates gets in between. */
let sent = 0;

async function send(url: string, { path, body, chunked }: Bomb): Promise<number> {
  using sender = openSender(url, 1);
  const bytes = Buffer.from(body);
  const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes.length) };
  const { status } = await sender.send({
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      'x-forwarded-for': `192.0.2.${sent++ % 250}`,
      ...length,
    } as Record<string, string>,
    body: bytes,
    leaves: null,
  });
  return status;
}

/** Whether a bomb did what it should: refused as expected, for little. */
export const isHarmless = ({ bomb, statuses, ms }: Exploded, limitMs: number) =>
  statuses.every((status) => bomb.statuses.includes(status)) && ms < limitMs;
