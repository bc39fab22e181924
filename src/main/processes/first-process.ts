import { existsSync } from 'node:fs';

const SHELL = '/bin/sh';

// Starts the command as its child and waits for it, reaping whatever else ends below it. A terminal sends SIGINT to both: SIGTERM is handed on,
// as the same signal twice would end the service at once.
const SUPERVISE = `
"$@" <&0 &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM INT HUP
while wait "$child"; code=$?; [ "$code" -gt 128 ] && kill -0 "$child" 2>/dev/null; do :; done
exit "$code"
`;

/**
 * Process 1 of a container has to reap the processes that ours leave behind, such as those of a Postgres that was killed; Node cannot, and
 * they would fill the table of processes. So a shell takes the place of this process, and starts it again as its child.
 */
export function yieldFirstProcess(): void {
  if (process.pid !== 1 || !process.execve || !existsSync(SHELL)) return;
  process.removeAllListeners('warning'); // it says that execve is experimental
  process.execve(SHELL, ['sh', '-c', SUPERVISE, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
}
