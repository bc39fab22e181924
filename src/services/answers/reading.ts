import { clientLeft } from '../../domain/errors.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import type { Call } from '../call.ts';
import type { Answer } from './memory.ts';

/** Bytes that a cell takes besides its words. */
const CELL = 100;
/** Loads of one answer at a time, so that it leaves connections to the database to others. */
const loads = createLimiter<Answer>({ each: 4 });

/** A load of many cells, counted by their words as what is read for the answer; nothing is loaded for one that is refused. */
export async function reading<T>(
  { answer }: Call,
  load: () => Promise<T[]>,
  wordsOf: (item: T) => string | null = () => null,
): Promise<T[]> {
  if (!answer) return load();
  return loads.run(answer, async () => {
    if (answer.refusal) throw answer.refusal;
    if (answer.closed) throw clientLeft();
    const found = await load();
    let bytes = 0;
    for (const item of found) bytes += CELL + (wordsOf(item)?.length ?? 0);
    await answer.read(bytes);
    return found;
  });
}
