import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Megabytes that a process holds now (VmRSS), or held at most so far (VmHWM); 0 of one that ended (Linux). */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const [, kilobytes] = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

/** A process's processor time in ms, all its threads (Linux). */
export function processorTimeOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
