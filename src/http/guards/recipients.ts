import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import type { Recipient } from '../../domain/work/recipient.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';

/**
 * Half of what the slowest phone takes. The average is long, since a kernel takes bytes in steps: it holds up to 4 MB of a connection and takes more once a third
 * of it was read, which a client of 10 kB/s does in 143 s.
 */
const LEAST_PER_SECOND = 5000;
const SAMPLES = 36;

/** What was seen of an answer that its client keeps waiting: milliseconds that it waited, and bytes that were taken until then. */
interface Seen {
  waited: number;
  taken: number;
  samples: { waited: number; taken: number }[];
}

export interface Recipients {
  /** Cuts the connection of an answer that is taken too slowly. Event streams have a bound of their own. */
  watch: RequestHandler;
  /** Who an answer is sent to. */
  of(res: ServerResponse): Recipient;
}

/** Watches how fast clients take their answers; only the time counts in which an answer waits for its client. */
export function createRecipients(
  { graceSeconds, averageSeconds, lookMs }: Patience['recipients'] = PATIENCE.recipients,
  bytesPerSecond = LEAST_PER_SECOND,
): Recipients {
  const open = new Map<ServerResponse, number>(); // what the connection had taken before
  const seen = new WeakMap<ServerResponse, Seen>();
  const averageMs = averageSeconds * 1000;
  const everyMs = Math.min(lookMs, averageMs / SAMPLES);
  let look: Disposable | undefined;

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
    const [first] = samples;
    if (!first || waited < graceSeconds * 1000 || isStream(res)) return;
    if (taken - first.taken < (bytesPerSecond * (waited - first.waited)) / 1000) cut(res);
  };
  const sweep = () => {
    for (const [res, before] of open) observe(res, before);
    if (open.size > 0) return;
    look?.[Symbol.dispose]();
    look = undefined;
  };

  return {
    watch({ socket }, res, next) {
      open.set(res, takenOf(socket));
      res.once('close', () => open.delete(res));
      look ??= lookWhileRunning(everyMs, sweep);
      next();
    },
    of: (res) => ({
      taken(seconds) {
        const known = seen.get(res);
        const before = known?.samples.findLast(({ waited }) => waited <= known.waited - seconds * 1000);
        return known && before && known.taken - before.taken;
      },
      cut: () => cut(res),
    }),
  };
}

/** A reset: after an orderly end the kernel keeps what the client did not read, up to 4 MB a connection. */
const cut = ({ req }: ServerResponse) => req.socket.resetAndDestroy();

const isStream = (res: ServerResponse) => /ndjson|event-stream/.test(String(res.getHeader('content-type') ?? ''));

/** The bytes of a connection that the kernel took. Node's own timeout of a socket reads its undocumented handle, too, which knows them within a piece. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength;
  return handle.bytesWritten - handle.writeQueueSize;
}
