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
