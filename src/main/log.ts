import pino from 'pino';

/** JSON lines on standard error: standard output belongs to what a command prints. */
export const openLog = (part: string) => pino({ base: { part }, level: process.env.LOG_LEVEL || 'info' }, pino.destination(2));
