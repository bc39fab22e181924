import { Socket } from 'node:net';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';

/**
 * A socket that fails with CONNECT_TIMEOUT when the server has said nothing after so many seconds in which this process was running: what came while it got
 * no time is read first, which a driver's own timer does not wait for.
 */
export function openSocket(seconds: number): Socket {
  const socket = new Socket();
  const answered = new AbortController();
  for (const event of ['data', 'close']) socket.once(event, () => answered.abort());
  void sleepWhileRunning(seconds * 1000, answered.signal).then(() => {
    if (answered.signal.aborted || socket.destroyed || socket.bytesRead > 0) return; // TLS takes the listeners away
    socket.destroy(Object.assign(new Error(`CONNECT_TIMEOUT: no Postgres answered within ${seconds} s`), { code: 'CONNECT_TIMEOUT' }));
  });
  return socket;
}
