import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const LIMIT = 10 * 1024 * 1024;

/** A log that other processes write through `fd`, kept near `limit` bytes with one older part beside it (`.1`). */
export type LogFile = Disposable & { fd: number; size(): number; since(from: number): string };

/** Opens (or makes) the log and watches its size until disposed. `since` reads at most the 8 kB that follow an offset. */
export function openLogFile(path: string, { limit = LIMIT, everyMs = 60_000 } = {}): LogFile {
  const fd = openSync(path, 'a+', 0o600);
  const trim = () => {
    if (fstatSync(fd).size <= limit) return;
    // Copied and emptied, not renamed: Postgres and its backends hold this file open and append to it.
    copyFileSync(path, `${path}.1`);
    ftruncateSync(fd, 0);
  };
  const trimSafely = () => {
    try {
      trim();
    } catch {
      // A full disk or a removed folder: the log is the least of it, and the next turn tries again.
    }
  };
  trimSafely();
  const timer = setInterval(trimSafely, everyMs);
  timer.unref();
  return {
    fd,
    size: () => fstatSync(fd).size,
    since(from) {
      const buffer = Buffer.alloc(8192);
      return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, from));
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}
