import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { stopServer } from './postmaster.ts';

// `node watchdog.ts <cluster name> <pid of its Postgres, 0 for none> [folder to remove]`. Its stdin is a pipe from the owner of a
// DATA_DIR, with a line for each later pid. When the pipe ends (also by kill -9 of the owner), it stops Postgres.
const [name = '', running = '0', folderToRemove = ''] = process.argv.slice(2);

// A service manager signals the whole group, but the owner needs its database to the last: only the end of the pipe counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let pid = Number(running);
let done = false;
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line === 'done') done = true;
  else pid = Number(line);
});
lines.on('close', async () => {
  if (done) return;
  if (pid) await stopServer(pid, name, 5000);
  if (folderToRemove) await rm(folderToRemove, { recursive: true, force: true });
});
