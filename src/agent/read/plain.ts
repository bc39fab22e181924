import type { Page } from '../../domain/page/page.ts';
import { LABELLED } from './blocks/labelled-line.ts';
import { type BlockStyle, openWriter, type Writer } from './html/writer.ts';
import { titleOf } from './title.ts';

const PARAGRAPH: BlockStyle = { tag: 'p', boilerplate: false };
const ITEM = /^\s*(?:[-*+•‣◦]|\d{1,3}[.)])\s+/;

/** A shorter line was ended by its author, not by the margin. */
export const WRAPPED = 50;

/** Plain text as a page: a paragraph, an item or a deliberate line is a block. */
export function readPlain(text: string, url: string): Omit<Page, 'mediaType'> {
  const writer = openWriter();
  let before = '';
  const lines = text.split(/\r\n|[\r\n\f]/);
  let isTitled = false;
  for (const [i, line] of lines.entries()) {
    if (isRuleOf(lines, i)) continue;
    if (isUnderlined(lines, i)) {
      writer.endBlock();
      writer.add(line, { ...PARAGRAPH, tag: isTitled ? 'h2' : 'h1' });
      writer.endBlock();
      isTitled = true;
      before = '';
      continue;
    }
    writeLine(writer, line, before);
    before = line;
  }
  const { text: canonical, blocks, links } = writer.finish();
  const title = titleOf({ url, declared: canonical.split('\n', 1)[0] ?? '', ogTitle: null, blocks, lineAt: writer.lineAt });
  return { url, title, text: canonical, blocks, links, hints: [], canonicalUrl: null, publishedAt: null, dates: null, language: null };
}

/** Lines of an example session, which are not prose: “>>> read(page)” and its continuation. */
const CODE = /^\s*>>>\s+(?:(?:import|from|print|for|if|with|def|class)\b|[\w.]+\s*[(=[])/u;
const MORE_CODE = /^\s*\.\.\.\s/u;

/** A line of one character: “=======”. */
const RULE = /^([=~^"#*+`-])\1{2,}\s*$/u;
/** The most characters by which a rule may be shorter than its heading. */
const SHORT_BY = 2;
/** Whether a line is a heading: a rule of its length is below it, as in reStructuredText and mails. */
function isUnderlined(lines: readonly string[], i: number): boolean {
  const [line = '', next = ''] = [lines[i], lines[i + 1]];
  const isAlone = i === 0 || lines[i - 1]?.trim() === '' || RULE.test(lines[i - 1] ?? '');
  return (
    isAlone &&
    /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(line) &&
    !/[.!?,;]\s*$/u.test(line) &&
    !ITEM.test(line) &&
    !SUM.test(line) &&
    line.length <= HEADING_MAX &&
    RULE.test(next) &&
    next.trimEnd().length + SHORT_BY >= line.trim().length
  );
}
const HEADING_MAX = 120;
/** A total over a rule. */
const SUM = /^\s*[\p{Sc}\d.,]+\s*(?:\p{Sc}|\p{Lu}{3})?\s*$/u;
/** Whether a line is the rule under a heading, or over one. */
const isRuleOf = (lines: readonly string[], i: number): boolean =>
  RULE.test(lines[i] ?? '') && (isUnderlined(lines, i - 1) || (isUnderlined(lines, i + 1) && lines[i + 2]?.trim()[0] === lines[i]?.[0]));

function writeLine(writer: Writer, line: string, before: string) {
  const isItem = ITEM.test(line);
  const isCode = CODE.test(line) || (MORE_CODE.test(line) && (CODE.test(before) || MORE_CODE.test(before)));
  // “Hours: 39 a week, Monday to Friday” over “Nights: none”
  const isNamed = LABELLED.test(line) && (LABELLED.test(before) || /[.!?]$/u.test(before.trimEnd()));
  if (line.trim() === '' || isItem || isNamed || before.trimEnd().length < WRAPPED) writer.endBlock();
  if (isCode !== (CODE.test(before) || MORE_CODE.test(before))) writer.endBlock();
  writer.add(`${line} `, isCode ? { ...PARAGRAPH, tag: 'pre' } : isItem ? { ...PARAGRAPH, tag: 'li' } : PARAGRAPH);
}
