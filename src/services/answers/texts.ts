import { setImmediate as nextTurn } from 'node:timers/promises';
import { findTexts } from '../../db/queries/websets/opened.ts';
import { websetNotFound } from '../../domain/errors.ts';
import type { OpenedWebset, WebsetTexts } from '../../domain/webset.ts';
import type { Call } from '../call.ts';

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
  const find = () => findTexts(call.db, id);
  const texts = await (call.answer ? call.answer.inReading(find) : find());
  if (!texts) throw websetNotFound(); // deleted a moment ago
  return texts;
}
