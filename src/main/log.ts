import pino from 'pino';

/** JSON lines on standard error: standard output belongs to what a command prints. */
export const openLog = (part: string, level = 'info') => pino({ base: { part }, level }, pino.destination(2));
