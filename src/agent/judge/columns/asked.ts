import type { ColumnQuestion } from '../finding.ts';
import { numbersIn, wordsOf } from '../score/words.ts';

/** What type of answer a column wants, by its words. */
export const ANSWERS = [
  'url',
  'date',
  'year',
  'length',
  'count',
  'title',
  'tagline',
  'first',
  'list',
  'person',
  'place',
  'code',
  'any',
] as const;
export type AnswerType = (typeof ANSWERS)[number];

export interface AskedColumn {
  format: ColumnQuestion['format'];
  type: AnswerType;
  /** Hashes of its words: of the label 1, of the description .4. */
  words: Map<number, number>;
}

const TEXT: [RegExp, AnswerType][] = [
  [/\btag ?line\b|\bone-line|\bslogan\b|\bmotto\b|\bsummary\b|\bshort description\b/iu, 'tagline'],
  [/\btitle\b|\bheadline\b/iu, 'title'],
  [/\bfirst author\b|\blead author\b/iu, 'first'],
  [/\b(?:identifier|number|code|version|e-?mail|doi|isbn|cve|id)\b/iu, 'code'],
  [/\bfounders\b|\bauthors\b|\baffiliations\b|\bnames of\b|\binstitutions\b|\bmembers\b|\bmaintainers\b/iu, 'list'],
  [/\bauthor\b|\bwho\b|\bname of the\b|\bfounder\b|\bperson\b|\bsponsor\b|\bdelegate\b|\bdirector\b/iu, 'person'],
  [/\bcity\b|\bcountry\b|\bplace\b|\bwhere\b|\blocation\b|\bstate\b|\bheadquarter|\baddress\b|\bregion\b/iu, 'place'],
];

/** What a column asks for. */
export function askedBy({ label, description, format }: Omit<ColumnQuestion, 'id'>): AskedColumn {
  const all = `${label} ${description ?? ''}`;
  const words = new Map<number, number>();
  for (const { hash } of wordsOf(description ?? '', 0, numbersIn(all))) words.set(hash, 0.4);
  for (const { hash } of wordsOf(label, 0, numbersIn(all))) words.set(hash, 1);
  return { format, type: typeOf(label, description ?? '', format), words };
}

function typeOf(label: string, description: string, format: ColumnQuestion['format']): AnswerType {
  if (format === 'url' || format === 'date') return format;
  if (format === 'number') {
    if (/\byear\b/iu.test(`${label} ${description}`)) return 'year';
    return /\blength\b|\bduration\b|\bpages?\b/iu.test(label) ? 'length' : 'count';
  }
  for (const words of [label, description]) for (const [form, type] of TEXT) if (form.test(words)) return type;
  return 'any';
}
