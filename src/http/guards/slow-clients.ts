import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';

/** Half of what the slowest phone reads. */
const LEAST_PER_SECOND = 5000;
/** Of an answer that holds what others wait for. A client of 42 kB/s is never cut: within 40 s the kernel takes 1.4 MB. */
const LEAST_IN_THE_WAY = 30_000;
/**
 * Of one average, which is long because the kernel takes bytes in steps: it buffers up to 4 MB of a connection,
 * and takes more when a third of them was read, which is 143 s at 10 kB/s.
 */
const SAMPLES = 36;
/** Of the time that a follower of events may leave unread what was written. */
const LOOKS = 4;

/** How an answer is read: milliseconds in which it waited for its client, and the bytes that were taken until then. */
interface Seen {
  waited: number;
  taken: number;
  samples: Sample[];
}

interface Sample {
  waited: number;
  taken: number;
}

/**
 * Cuts the connection of an answer that is read too slowly, at a higher rate where others wait for what it holds (`isInTheWay`).
 * Only time in which the answer waits for its client counts. Event streams have a bound of their own: `cutUnread`.
 */
export function cutSlowRecipients(
  isInTheWay: (res: ServerResponse) => boolean,
  { graceSeconds, averageSeconds, contendedSeconds, lookMs }: Patience['recipients'] = PATIENCE.recipients,
  bytesPerSecond = LEAST_PER_SECOND,
): RequestHandler {
  const open = new Map<ServerResponse, number>(); // bytes that the connection had taken before
  const seen = new WeakMap<ServerResponse, Seen>();
  const averageMs = averageSeconds * 1000;
  const everyMs = Math.min(lookMs, averageMs / SAMPLES);
  let look: Disposable | undefined;
  let gaveWay = false; // one at a look, since those that wait may fit then

  const observe = (res: ServerResponse, before: number) => {
    if (res.writableLength === 0) return;
    const taken = res.socket ? takenOf(res.socket) : before; // behind another answer it has no socket yet
    const known = seen.get(res);
    const atFirst = { waited: 0, taken };
    if (!known) return void seen.set(res, { ...atFirst, samples: [{ waited: 0, taken: before }, atFirst] });
    known.waited += everyMs;
    known.taken = taken;
    const { waited, samples } = known;
    if (waited - (samples.at(-1)?.waited ?? 0) >= averageMs / SAMPLES) samples.push({ waited, taken });
    while ((samples[1]?.waited ?? waited) <= waited - averageMs) samples.shift();
    if (isStream(res)) return;
    const isSlow = (from: Sample | undefined, least: number) =>
      from !== undefined && taken - from.taken < (least * (waited - from.waited)) / 1000;
    const recent = () => samples.findLast((sample) => sample.waited <= waited - contendedSeconds * 1000);
    if (waited >= graceSeconds * 1000 && isSlow(samples[0], bytesPerSecond)) cut(res);
    else if (!gaveWay && isInTheWay(res) && isSlow(recent(), LEAST_IN_THE_WAY)) {
      gaveWay = true;
      cut(res);
    }
  };
  const sweep = () => {
    gaveWay = false;
    for (const [res, before] of open) observe(res, before);
    if (open.size > 0) return;
    look?.[Symbol.dispose]();
    look = undefined;
  };

  return ({ socket }, res, next) => {
    open.set(res, takenOf(socket));
    res.once('close', () => open.delete(res));
    look ??= lookWhileRunning(everyMs, sweep);
    next();
  };
}

/** A reset: after an orderly end the kernel holds what the client did not read, up to 4 MB a connection. */
const cut = ({ req }: ServerResponse) => req.socket.resetAndDestroy();

const isStream = (res: ServerResponse) => /ndjson|event-stream/.test(String(res.getHeader('content-type') ?? ''));

/**
 * The bytes of a connection that the kernel took. A socket counts a piece as a whole; its handle, which is not documented
 * and which Node's own socket timeout reads, counts the bytes within a piece.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength;
  return handle.bytesWritten - handle.writeQueueSize;
}

/** Cuts off a follower of events that leaves what was written to it unread for longer than `seconds`. */
export function cutUnread(res: ServerResponse, seconds: number): void {
  let unread = 0; // looks
  const look = lookWhileRunning((seconds * 1000) / LOOKS, () => {
    if (!res.writableNeedDrain) unread = 0;
    else if (unread++ === LOOKS) res.destroy(); // the first may have come right after it was written
  });
  res.once('close', () => look[Symbol.dispose]());
}
