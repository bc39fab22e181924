import { readdirSync, readFileSync } from 'node:fs';

/** A quality in the files of `data/qualities`: what asks for it or for its absence, and what states it or the contrary on a page. */
type QualityLines = Record<'ask' | 'not' | 'yes' | 'no', string[]>;

const DATA = new URL('data/qualities/', import.meta.url);

let read: QualityLines[] | undefined;

/** Common short questions about things, with the ways that pages answer them; loaded on first use. */
export function qualityLines(): readonly QualityLines[] {
  read ??= readdirSync(DATA)
    .sort()
    .flatMap((name) => readFileSync(new URL(name, DATA), 'utf8').split(/\n{2,}/u))
    .map(blockOf)
    .filter(({ yes }) => yes.length > 0);
  return read;
}

function blockOf(block: string): QualityLines {
  const of = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2));
  const phrases = (name: string) => of(name).flatMap((line) => line.split(';').map((phrase) => phrase.trim()));
  return { ask: of('ask'), not: of('not'), yes: phrases('yes'), no: phrases('no') };
}
