import { readdir, readFile } from 'node:fs/promises';

// what a slowness is the fault of: of the service, or of what else the machine is at (Linux; times are in hundredths of a second)

interface Process {
  parent: number;
  ticks: number;
}

async function readProcesses(): Promise<Map<number, Process>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null); // it ended meanwhile
      if (text === null) return [];
      const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0); // its own, and its children's that ended
      return [[pid, { parent: Number(fields[1]), ticks }] as const];
    }),
  );
  return new Map(entries.flat());
}

/** Processor time of this process and of all below it. */
export async function ownTicks(): Promise<number> {
  const processes = await readProcesses();
  const isOwn = (pid: number): boolean => pid === process.pid || (processes.has(pid) && isOwn(processes.get(pid)?.parent ?? 0));
  return [...processes].reduce((sum, [pid, { ticks }]) => sum + (isOwn(pid) ? ticks : 0), 0);
}

/** Processor time of the machine: all there was, and what somebody used, another machine on the same hardware included. */
export async function machineTicks(): Promise<{ all: number; used: number }> {
  const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const times = first.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, time) => sum + time, 0);
  const [, , , idle = 0, waiting = 0] = times;
  return { all, used: all - idle - waiting };
}

/** Watches the machine from now on; answers the share of its processor time that others than this process and those below it left. */
export async function watchMachine(): Promise<() => Promise<number>> {
  const [own, machine] = [await ownTicks(), await machineTicks()];
  return async () => {
    const [ownNow, now] = [await ownTicks(), await machineTicks()];
    const others = Math.max(0, now.used - machine.used - (ownNow - own));
    return 1 - others / Math.max(1, now.all - machine.all);
  };
}

/**
 * Milliseconds within which a machine that others leave this share of answers what a machine of its own answers in `ms`; four times as many
 * at most.
 */
export const barOf = (ms: number, share: number): number => Math.round(ms / Math.max(0.25, share));
