import { Parser } from 'htmlparser2';
import { openOutline } from '../blocks/outline.ts';
import { openDates } from '../dates/collect.ts';
import { isMonthFirst } from '../dates/order.ts';
import { ReadFailure } from '../read-failure.ts';
import { type Frame, frameOf, ROOT } from './frame.ts';
import { type Attributes, breaksLine, isList, opensOther } from './html-elements.ts';
import { openMeta } from './html-meta.ts';
import { openTable } from './html-tables.ts';
import { openPairs } from './pairs.ts';
import { isGraph, openStructured } from './structured.ts';
import { besideLink, nameLink, type OpenLink, openLink } from './unnamed-link.ts';
import { openWriter } from './writer.ts';

/** htmlparser2 takes time quadratic in depth; hand-written documents stay far below. */
const MAX_DEPTH = 2000;

/** Characters of a link's text that are used. */
const MAX_WORDS = 500;
/** The most elements that controls of a page open. */
const MAX_OPENED = 500;

/** Characters of a script that are searched for a date. */
const MAX_SCRIPT = 200_000;
const MIN_LIST = 3;
const LINK_DENSE = 0.8;

/** Characters of a heading's own anchor, shown on hover. */
const MARK = /^\s*[¶#§🔗]\s*$/u;

/** One pass over htmlparser2's events, without a tree: blocks, their elements and metadata. */
export function walkHtml(html: string, url: string) {
  const writer = openWriter();
  const meta = openMeta(url);
  const structured = openStructured();
  const pairs = openPairs(writer);
  const outline = openOutline();
  const dates = openDates(url, () => isMonthFirst(meta.locale()));
  let script = '';
  const frames: Frame[] = [];
  /** Ids of elements that buttons and tabs open. */
  const opened = new Set<string>();
  let link: OpenLink | null = null;
  const host = URL.parse(url)?.host;
  let inBody = false;
  let hasTitle = false;
  const top = () => frames.at(-1) ?? ROOT;
  /** Dates, too, count only within the limits of structured data. */
  const isWithin = (attributes: Attributes) =>
    (attributes.itemprop === undefined && !isGraph(attributes)) || structured.fits(attributes.content ?? attributes.datetime ?? '');

  function onopentag(name: string, attributes: Attributes) {
    if (frames.length >= MAX_DEPTH) throw new ReadFailure('too_deep', `The page nests more than ${MAX_DEPTH} elements`);
    if (breaksLine(name)) writer.endBlock();
    const outer = top();
    if (opensOther(attributes) && opened.size < MAX_OPENED) opened.add(attributes['aria-controls'] ?? '');
    const isOpened = attributes.id !== undefined && opened.has(attributes.id);
    const frame = frameOf(name, attributes, outer, writer.count(), isOpened);
    frames.push(frame);
    structured.onOpen(name, attributes);
    pairs.onOpen(name, attributes);
    if (!frame.hidden) {
      frame.element = outline.open(name, attributes, outer.element, frame.from);
      frame.isKept = frame.element !== outer.element;
      frame.style.element = frame.element;
    }

    if (name === 'html') meta.onHtml(attributes);
    else if (name === 'body') inBody = true;
    else if (name === 'meta') {
      meta.onMeta(attributes);
      structured.onMeta(attributes);
      if (isWithin(attributes)) dates.onMeta(attributes);
    } else if (name === 'base') meta.onBase(attributes);
    else if (name === 'link' && !inBody) meta.onLink(attributes);
    if (frame.hidden) return;
    if (!frame.isBeside && isWithin(attributes)) dates.onElement(name, attributes, frame.from, frame.inHeader);

    if (link) nameLink(link, attributes);
    if (name === 'a') {
      const to = attributes.href === undefined ? null : meta.resolve(attributes.href);
      writer.openAnchor(to);
      link = attributes.href === undefined ? null : openLink(attributes, to);
    }
    if (name === 'table') frame.table = openTable(writer);
    else if (name === 'dl') frame.terms = { last: null };
    else if (name === 'tr') outer.table?.startRow(outer.name === 'thead');
    else if (name === 'td' || name === 'th') outer.table?.startCell(name === 'th', attributes);
  }

  function onclosetag(name: string) {
    if (breaksLine(name)) writer.endBlock();
    const frame = frames.pop();
    if (!frame) return;
    structured.onClose();
    pairs.onClose(name);
    if (name === 'script') {
      if (frame.isScript) structured.onScriptEnd();
      else dates.onScript(script);
      script = '';
    }
    if (name === 'title') hasTitle = true;
    if (frame.hidden) return;
    if (frame.isKept) outline.close(frame.element, writer.count());
    if (frame.isBeside && !top().isBeside) dates.onBeside(frame.from, writer.count());

    if (name === 'a') {
      const words = link ? besideLink(link, host) : '';
      if (words !== '') writer.add(words, frame.style);
      link = null;
      writer.closeAnchor();
    }
    if (name === 'tr' || name === 'table') frame.table?.endRow();
    else if (name === 'td' || name === 'th') frame.table?.endCell();
    else if (name === 'dt' && frame.terms && writer.count() > frame.from) frame.terms.last = frame.from;
    else if (name === 'dd' && frame.term !== null) writer.labelRange(frame.from, writer.count(), frame.term);
    else if (isList(name) && !frame.inContent) flagIfLinks(frame);
  }

  /** A list outside the content that is nearly all links is a menu. */
  function flagIfLinks({ from }: Frame) {
    const { all, inLinks } = writer.densityFrom(from);
    if (writer.count() - from >= MIN_LIST && inLinks >= all * LINK_DENSE) writer.flagFrom(from);
  }

  function ontext(text: string) {
    const frame = top();
    if (frame.name === 'script' && !frame.isScript && script.length < MAX_SCRIPT) script += text.slice(0, MAX_SCRIPT);
    if (frame.isScript) return structured.onScriptText(text);
    structured.onText(text);
    if (frame.name === 'title' && !hasTitle && frames.at(-2)?.name !== 'svg') return meta.onTitleText(text);
    if (frame.hidden || (frame.isMark && MARK.test(text))) return;
    if (link && link.words.length < MAX_WORDS) link.words += text;
    if (frame.style.tag !== 'pre') return writer.add(text, frame.style, frame.mark);
    text.split(/\r\n|[\r\n]/).forEach((line, i) => {
      if (i > 0) writer.endBlock();
      writer.add(line, frame.style, frame.mark);
    });
  }

  // in XML `<script/>` is complete
  const parser = new Parser({ onopentag, onclosetag, ontext }, { recognizeSelfClosing: /^\s*<\?xml/u.test(html) });
  parser.write(html);
  parser.end();

  writer.endBlock();
  const hints = structured.found();
  const about = meta.found();
  for (const hint of hints) dates.onHint(hint);
  if (about.canonicalUrl) dates.onAddress(about.canonicalUrl);
  return { writer, outline, about, hints, declared: dates.found(), locale: meta.locale() };
}
