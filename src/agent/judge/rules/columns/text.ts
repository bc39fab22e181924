import { findDates } from '../../../../language/dates.ts';
import { contentStems } from '../../../../language/english/lexicon.ts';
import { NAME, NAMES } from '../../../../language/english/proper-names.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { assertionAt } from '../../text/statements.ts';
import { cellsOf, labelFits } from '../facts/cells.ts';
import { PRONOUN } from '../facts/facts.ts';
import { extractKnown } from './fact.ts';
import type { Intent } from './intent.ts';
import { type Found, settle } from './settle.ts';

/** Sentence patterns that give a name. */
const PATTERNS: Partial<Record<Intent['about'], RegExp[]>> = {
  maintainer: [
    new RegExp(
      String.raw`\b(?:(?:now\s|currently\s|mainly\s|primarily\s|actively\s)?(?:maintained|developed|backed|built|made|stewarded|sponsored|operated|run)(?:\sand\s(?:maintained|developed|supported|backed))?\sby)\s(?:the\s(?:company|team at|foundation)\s|a team at\s|the\s)?(?<name>${NAME})`,
      'gu',
    ),
    new RegExp(
      String.raw`(?<name>${NAME})(?:,[^,.;]{2,60},)?\s(?:maintains|develops|is the company behind|builds and maintains|is the maintainer)\b`,
      'gu',
    ),
    new RegExp(String.raw`\bthe company behind (?:it|the \w+|${NAME})(?:\sis|,)\s(?<name>${NAME})`, 'gu'),
  ],
  founder: [
    new RegExp(
      String.raw`\b(?:founded|co-founded|created|started|established)\s(?:in\s(?:\p{Lu}\p{L}+\s)?\d{4}\s)?by\s(?<name>${NAMES})`,
      'gu',
    ),
    new RegExp(String.raw`(?<name>${NAMES})\s(?:co-)?(?:founded|created|started)\s(?:it|the (?:company|project)|${NAME})\b`, 'gu'),
  ],
  author: [new RegExp(String.raw`(?:^|\b(?:[Ww]ritten|[Aa]uthored|[Pp]osted|[Pp]ublished)\s)[Bb]y\s(?<name>${NAMES})`, 'gu')],
};
const STEMS: Partial<Record<Intent['about'], string>> = {
  maintainer: 'maintained developed backed stewarded sponsored operated run maintains develops company built made builds',
  founder: 'founded created started established co founder',
  author: 'written authored posted published by author',
};

function byPattern(reading: Reading, about: Intent['about']): Found[] {
  const stems = new Set(contentStems(STEMS[about] ?? ''));
  const found: Found[] = [];
  for (const view of reading.views) {
    if (view.boilerplate && about !== 'author') continue;
    if (!view.tokens.some(({ stem, word }) => stems.has(stem) || (about === 'author' && word === 'by'))) continue;
    for (const passage of reading.passages(view))
      for (const pattern of PATTERNS[about] ?? [])
        for (const match of passage.text.matchAll(pattern)) {
          const name = match.groups?.name?.replace(/[.,]$/u, '') ?? '';
          const at = passage.start + match.index + match[0].lastIndexOf(name);
          const verb = passage.start + match.index;
          if (!name || PRONOUN.test(name) || findDates(name).length > 0) continue;
          const assertion = match[0].startsWith(name)
            ? (assertionAt(reading, passage, at + name.length, at + name.length + 2) ?? 'yes')
            : assertionAt(reading, passage, verb, verb + 4);
          if (assertion === 'yes') found.push({ value: name, quote: passage.text });
        }
  }
  return found;
}

/** A text value as the page writes it: from a labelled cell, else from a sentence pattern. */
export function extractText(reading: Reading, column: ColumnQuestion, intent: Intent): ValueFinding {
  const settled = (found: Found[]) => settle(found, column.label);
  const known = extractKnown(reading, column);
  if (known && known.reason !== 'silent') return known;
  const cells = cellsOf(reading, labelFits(column.label)).filter(({ value }) => value.length <= 200);
  if (cells.length > 0) return settled(cells.map(({ value, passage }) => ({ value, quote: passage.text })));
  if (intent.about === 'maintainer') {
    const labelled = cellsOf(reading, (label) =>
      /^(?:maintainers?|maintained by|developers?|developed by|vendor|company|backed by|steward)$/iu.test(label.trim()),
    );
    if (labelled.length > 0) return settled(labelled.map(({ value, passage }) => ({ value, quote: passage.text })));
  }
  return settled(byPattern(reading, intent.about));
}
