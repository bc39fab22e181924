import { z } from 'zod';
import { FAILURE_REASONS, STOP_REASONS } from './run-state.ts';

export const STEPS = ['plan', 'fill', 'search', 'import'] as const;
export const TOOLS = ['search', 'fetch', 'read', 'judge'] as const;

const count = z.int().min(0);
const ended = z.object({ reason: z.enum([...STOP_REASONS, ...FAILURE_REASONS]), detail: z.string().nullable() });
const step = z.object({ step: z.enum(STEPS), round: count.optional() });
const facts = z.record(z.string(), z.union([z.string(), z.number()]));

const event = <T extends string, D extends z.ZodObject>(type: T, data: D) => z.object({ type: z.literal(type), data });

/** An event of a run: its type and data. `progress.budget` is what is left. Events never contain rows (spec section 6). */
export const runEvent = z.discriminatedUnion('type', [
  event('run.started', z.object({ attempt: count, target: count, criteria: count, enrichments: count })),
  event('run.resumed', z.object({ attempt: count })),
  event('run.completed', ended),
  event('run.failed', ended),
  event('run.cancelled', ended),
  event('step.started', step),
  event('step.completed', step),
  event('tool.called', z.object({ call: z.string(), tool: z.enum(TOOLS), input: facts })),
  event('tool.result', z.object({ call: z.string(), tool: z.enum(TOOLS), output: facts, error: z.string().optional() })),
  event('narration', z.object({ text: z.string() })),
  event(
    'progress',
    z.object({ found: count, read: count, judged: count, matched: count, budget: z.object({ pages: count, seconds: count }) }),
  ),
]);
export type RunEvent = z.infer<typeof runEvent>;
export type EventType = RunEvent['type'];
export const EVENT_TYPES = runEvent.options.map((option) => option.shape.type.value) as [EventType, ...EventType[]];

/** An event in a webset's log. `index` is its position, gapless from 0. */
export interface LoggedEvent {
  index: number;
  type: EventType;
  at: Date;
  runId: string;
  data: RunEvent['data'];
}

/** A reconnect cursor from a URL: 0 when absent or empty, otherwise a decimal integer below 2^53. */
export const startIndexInput = z
  .string()
  .regex(/^\d*$/, 'startIndex must be a whole number from 0')
  .transform(Number)
  .pipe(z.number().max(Number.MAX_SAFE_INTEGER))
  .default(0);
