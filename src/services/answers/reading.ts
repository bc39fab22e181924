import type { Call } from '../call.ts';

/** Bytes that a cell takes besides its words. */
const CELL = 100;

/** A load of many cells, counted by their words as what is read for the answer. */
export async function reading<T>({ answer }: Call, load: () => Promise<T[]>, wordsOf: (item: T) => string | null): Promise<T[]> {
  if (!answer) return load();
  return answer.inTurn(async () => {
    const found = await load();
    let bytes = 0;
    for (const item of found) bytes += CELL + (wordsOf(item)?.length ?? 0);
    await answer.read(bytes);
    return found;
  });
}
