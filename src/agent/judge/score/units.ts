import type { Span } from '../../../domain/page/evidence.ts';
import type { Page } from '../../../domain/page/page.ts';
import { sentencesOf, trimmed } from '../sentences.ts';

/** A sentence or clause of a page, whole, with what names it: `label` and `heading` are '' where nothing does. */
export interface Unit extends Span {
  text: string;
  tag: Page['blocks'][number]['tag'];
  label: string;
  heading: string;
  /** How many links stand in it. */
  links: number;
}

/** Pages are read this far; what stands beyond is not judged. */
const READ_LIMIT = 300_000;
/** A sentence that is longer is parted at its semicolons, each of which ends a clause that says something whole. */
const LONG = 160;
const OWN_LABEL = /^([^\s:：][^:：]{0,38}?)\s?[:：]\s+(?=\S)/u;

/** The units of a page outside its menus and margins, in order. A page that is nothing else is taken whole. */
export function unitsOf(page: Page): Unit[] {
  const units = readUnits(page, false);
  return units.length > 0 ? units : readUnits(page, true);
}

function readUnits(page: Page, isWhole: boolean): Unit[] {
  const units: Unit[] = [];
  const lines = page.text.slice(0, READ_LIMIT).split('\n');
  const headings: { tag: string; text: string }[] = [];
  let start = 0;
  let link = 0;
  for (const [i, line] of lines.entries()) {
    const block = page.blocks[i];
    const at = start;
    start += line.length + 1;
    if (block?.boilerplate && !isWhole) continue;
    const tag = block?.tag ?? 'p';
    if (/^h[1-6]$/u.test(tag)) {
      while (headings.length > 0 && (headings.at(-1)?.tag ?? '') >= tag) headings.pop();
      headings.push({ tag, text: line });
    }
    const over = /^h[1-6]$/u.test(tag) ? headings.at(-2) : headings.at(-1);
    const heading = over && over.tag !== 'h1' ? over.text.slice(0, 120) : '';
    const named = block?.label === undefined ? '' : (lines[block.label] ?? '').slice(0, 80);
    while ((page.links[link]?.start ?? Infinity) < at) link++;
    for (const span of clausesOf(line)) {
      const text = line.slice(span.start, span.end);
      const own = named ? null : OWN_LABEL.exec(text)?.[1];
      let links = 0;
      while ((page.links[link]?.start ?? Infinity) < at + span.end) {
        link++;
        links++;
      }
      units.push({
        start: at + span.start,
        end: at + span.end,
        text,
        tag,
        label: named || (own && own.split(/\s+/u).length <= 5 ? own : ''),
        heading,
        links,
      });
    }
  }
  return units;
}

function* clausesOf(line: string): Iterable<Span> {
  for (const sentence of sentencesOf(line)) {
    if (sentence.end - sentence.start <= LONG) {
      yield* whole(line, sentence);
      continue;
    }
    let from = sentence.start;
    for (let at = line.indexOf('; ', from); at >= 0 && at < sentence.end; at = line.indexOf('; ', at + 1)) {
      yield* whole(line, { start: from, end: at + 1 });
      from = at + 1;
    }
    yield* whole(line, { start: from, end: sentence.end });
  }
}

function* whole(line: string, span: Span): Iterable<Span> {
  const inner = trimmed(line, span);
  if (inner.start < inner.end) yield inner;
}
