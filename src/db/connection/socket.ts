import { Socket } from 'node:net';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';

/**
 * A socket that fails with CONNECT_TIMEOUT when the server was silent for `seconds` in which this process was running. Bytes that arrived
 * while it was not are read first, which the driver's own timer does not do.
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
