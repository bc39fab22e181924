import type { ServerResponse } from 'node:http';
import { lookWhileRunning } from '../../domain/work/running-time.ts';

const LOOKS = 4;

/** Cuts off a client that leaves what was written to it unread for longer than `seconds`. */
export function cutUnread(res: ServerResponse, seconds: number): void {
  let unread = 0; // looks
  const look = lookWhileRunning((seconds * 1000) / LOOKS, () => {
    if (!res.writableNeedDrain) unread = 0;
    else if (unread++ === LOOKS) res.destroy(); // the first may have come right after it was written
  });
  res.once('close', () => look[Symbol.dispose]());
}

/** Sends what is written within one turn of the event loop at once: an event that is written in two halves costs one system call. */
export function sendByTurn(res: ServerResponse): void {
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = (...args: unknown[]) => {
    const { socket } = res;
    if (socket && socket.writableCorked === 0) {
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    return write(...args);
  };
}
