import { setImmediate as nextTurn } from 'node:timers/promises';
import { findTexts } from '../../db/queries/websets/opened.ts';
import { websetNotFound } from '../../domain/errors.ts';
import type { OpenedWebset, WebsetTexts } from '../../domain/webset.ts';
import type { Call } from '../call.ts';

/** Texts of more bytes are long. */
const LONG = 64_000;

/** Whether a caller's texts of so many bytes are read or written in turns with the caller's others. */
export const isLong = (bytes: number): boolean => bytes > LONG;

/** Reads or writes texts of so many bytes; long ones in the caller's turn. */
export const inTextTurn = <T>({ answer }: Call, bytes: number, work: () => Promise<T>): Promise<T> =>
  answer && isLong(bytes) ? answer.inTextTurn(work) : work();

const loads = new WeakMap<OpenedWebset, Promise<WebsetTexts>>();

/**
 * A webset's request or notes; a long one is read once for all places that it is asked at, when the answer has room for it. Each place is counted first,
 * so that an answer too large is refused before anything is read for it.
 */
export function textOf<K extends keyof WebsetTexts>(call: Call, webset: OpenedWebset, name: K): WebsetTexts[K] | Promise<WebsetTexts[K]> {
  if (webset.texts) return webset.texts[name];
  const { textBytes, notesBytes } = webset;
  call.answer?.place(name === 'notes' ? notesBytes : textBytes - notesBytes);
  const loaded = loads.get(webset) ?? load(call, webset);
  loads.set(webset, loaded);
  return loaded.then((texts) => texts[name]);
}

async function load(call: Call, { id, textBytes }: OpenedWebset): Promise<WebsetTexts> {
  await call.answer?.read(textBytes);
  await nextTurn(); // the other places of this turn are counted
  const texts = await inTextTurn(call, textBytes, () => call.db.transaction((tx) => findTexts(tx, id))); // so that no statement waits behind it
  if (!texts) throw websetNotFound(); // deleted a moment ago
  return texts;
}
