import type { ServerResponse } from 'node:http';

/** Cuts off a client that leaves what was written to it unread for longer than `seconds`. */
export function cutUnread(res: ServerResponse, seconds: number): void {
  let since: number | null = null;
  const look = setInterval(() => {
    if (!res.writableNeedDrain) since = null;
    else if (since === null) since = performance.now();
    else if (performance.now() - since >= seconds * 1000) res.destroy();
  }, seconds * 250);
  res.once('close', () => clearInterval(look));
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
