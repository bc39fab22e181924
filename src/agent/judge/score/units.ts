import type { Span } from '../../../domain/page/evidence.ts';
import type { Page } from '../../../domain/page/page.ts';
import { isCode } from '../../../language/english/code-line.ts';
import { sentencesOf, trimmed } from '../../../language/english/sentences.ts';

/** A sentence or clause of a page. `label` and `heading` are the texts that name it, '' if there are none. */
export interface Unit extends Span {
  text: string;
  tag: Page['blocks'][number]['tag'];
  label: string;
  heading: string;
  /** The number of links in it. */
  links: number;
  /** Whether only the layout of its line marks it as boilerplate. */
  byLooks?: true;
}

/** Text beyond this offset is not judged. */
const READ_LIMIT = 300_000;
/** A longer sentence is split at its semicolons into complete clauses. */
const LONG = 160;
const OWN_LABEL = /^([^\s:：][^:：]{0,38}?)\s?[:：]\s+(?=\S)/u;

/**
 * The units of a page in order: `units` without boilerplate, `wide` with what only its layout marks so; all units if there are no others.
 */
export function unitsOf(page: Page): { units: Unit[]; wide: Unit[] } {
  const read = readUnits(page, false);
  return read.units.length > 0 ? read : readUnits(page, true);
}

function readUnits(page: Page, isWhole: boolean): { units: Unit[]; wide: Unit[] } {
  const [units, wide]: [Unit[], Unit[]] = [[], []];
  const lines = page.text.slice(0, READ_LIMIT).split('\n');
  const [headings, wideHeadings] = [openHeadings(), openHeadings()];
  let start = 0;
  let link = 0;
  for (const [i, line] of lines.entries()) {
    const block = page.blocks[i];
    const at = start;
    start += line.length + 1;
    const isLooks = block?.boilerplate === 'looks' && !isWhole;
    if (block?.boilerplate && !isWhole && !isLooks) continue;
    const tag = block?.tag ?? 'p';
    const heading = isLooks ? '' : headings.over(tag, line);
    const wideHeading = wideHeadings.over(tag, line);
    const named = block?.label === undefined ? '' : (lines[block.label] ?? '').slice(0, 80);
    while ((page.links[link]?.start ?? Infinity) < at) link++;
    for (const span of clausesOf(line)) {
      const text = line.slice(span.start, span.end);
      const own = named || isCode(tag, text) ? null : OWN_LABEL.exec(text)?.[1];
      let links = 0;
      while ((page.links[link]?.start ?? Infinity) < at + span.end) {
        link++;
        links++;
      }
      const label = named || (own && own.split(/\s+/u).length <= 5 ? own : '');
      const unit = { start: at + span.start, end: at + span.end, text, tag, label, heading, links };
      if (!isLooks) units.push(unit);
      if (isLooks) wide.push({ ...unit, heading: wideHeading, byLooks: true });
      else wide.push(heading === wideHeading ? unit : { ...unit, heading: wideHeading });
    }
  }
  return { units, wide };
}

/** Keeps track of the headings above the current line. */
function openHeadings() {
  const open: { tag: string; text: string }[] = [];
  return {
    /** Returns the heading above a line, '' if there is none. A line that is a heading applies to the lines after it. */
    over(tag: string, line: string): string {
      const isHeading = /^h[1-6]$/u.test(tag);
      if (isHeading) {
        while (open.length > 0 && (open.at(-1)?.tag ?? '') >= tag) open.pop();
        open.push({ tag, text: line });
      }
      const over = isHeading ? open.at(-2) : open.at(-1);
      return over && over.tag !== 'h1' ? over.text.slice(0, 120) : '';
    },
  };
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
