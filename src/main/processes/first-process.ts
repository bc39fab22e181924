import { existsSync } from 'node:fs';

const SHELL = '/bin/sh';

// Starts the command as a child, waits for it, and reaps every other process below. A terminal sends SIGINT to both, so SIGTERM is
// forwarded: the same signal twice would end the service at once.
const SUPERVISE = `
"$@" <&0 &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM INT HUP
while wait "$child"; code=$?; [ "$code" -gt 128 ] && kill -0 "$child" 2>/dev/null; do :; done
exit "$code"
`;

/**
 * Process 1 of a container must reap orphans, such as those of a killed Postgres, or they fill the process table; Node cannot. So a shell
 * replaces this process and starts it again as its child.
 */
export function yieldFirstProcess(): void {
  if (process.pid !== 1 || !process.execve || !existsSync(SHELL)) return;
  process.removeAllListeners('warning'); // it warns that execve is experimental
  process.execve(SHELL, ['sh', '-c', SUPERVISE, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
}
