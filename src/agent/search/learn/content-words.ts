import type { Page } from '../../../domain/page/page.ts';

/** Characters of a page that are used. */
const CHARACTERS_MAX = 20_000;
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;

/** Addresses name a place, not a subject: “https://a.example/b”, “www.a.example”, “acme.com”, “10.1000/182”. */
const ADDRESS = /^[^\p{L}\p{N}]*(?:https?:|www\.|10\.\d{4,9}\/)|\.(?:com|org|net)\b/u;

/** Words that find nothing by themselves. */
const STOP = new Set(
  'a an the of and or in on at to for from by with is are was were be been being am that this these those it its as not no any all who whom which what where when how than then there their them they he she his her him hers you your yours we our ours us i me my mine do does did done has have had having can could will would should may might must shall into onto over under more most least much many per via also only just about such other others some same so if but because while during before after between through each both few own very too again further once here out up down off'.split(
    ' ',
  ),
);

/** The distinct content words of a text in lower case, without addresses. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  const pieces = text.slice(0, CHARACTERS_MAX).toLowerCase().split(/\s+/u);
  const said = pieces.filter((piece) => !ADDRESS.test(piece)).join(' ');
  for (const [word] of said.matchAll(WORD)) if (word.length > 1 && !STOP.has(word)) words.add(word);
  return words;
}

/** The words of a page except its furniture. */
export function pageWords({ title, text, blocks }: Pick<Page, 'title' | 'text' | 'blocks'>): Set<string> {
  const lines = text.slice(0, 2 * CHARACTERS_MAX).split('\n');
  return wordsIn([title, ...lines.filter((_, i) => !blocks[i]?.boilerplate)].join('\n'));
}
