import type { Format } from '../../../domain/enrichment.ts';
import type { ColumnQuestion } from '../finding.ts';
import { numbersIn, wordsOf } from '../score/word-hashes.ts';
import type { Kind } from './candidates.ts';

/** The order is that of the trained weights. */
export const TRAINED = ['url', 'date', 'number', 'text'] as const satisfies readonly Format[];

/**
 * The types of answer that a column may want, each with the kinds of values that fit it. `askedBy` infers the type from the column's words.
 */
export const FITS = {
  url: ['link'],
  date: ['date'],
  year: ['year'],
  length: ['pages', 'quantity'],
  count: ['quantity', 'count'],
  title: ['whole'],
  tagline: ['whole', 'labelled'],
  first: ['first'],
  list: ['names', 'labelled'],
  person: ['name'],
  place: ['place'],
  code: ['code'],
  any: ['labelled'],
} as const satisfies Record<string, readonly Kind[]>;
export type AnswerType = keyof typeof FITS;

export interface AskedColumn {
  format: Format;
  type: AnswerType;
  /** Word hashes with their weights: 1 for a word of the label, .4 for a word of the description. */
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

/** Each entry is a word of column labels, followed by the words that pages use for it. All are general English. */
const SAID_AS = (
  'birth born,death died dies,burial buried interment interred cemetery,author wrote writer,employees people team members,' +
  'headquarters office located seat,founder cofounder start,founded start launch created,publication published posted,creation created drafted,' +
  'update updated modified changed,release released announced,decision decided accepted,citation cited,participant respondents responded took,' +
  'length pages,affiliation university institute,sponsor sponsored,former formerly previously,repository code github,thread discussion forum,' +
  'careers jobs openings'
)
  .split(',')
  .map((line) => wordsOf(line).map(({ hash }) => hash));

/** Infers the type of answer and the weighted words from a column's label, description and format. */
export function askedBy({ label, description, format }: Omit<ColumnQuestion, 'id'>): AskedColumn {
  const all = `${label} ${description ?? ''}`;
  const words = new Map<number, number>();
  for (const { hash } of wordsOf(description ?? '', 0, numbersIn(all))) words.set(hash, 0.4);
  for (const { hash } of wordsOf(label, 0, numbersIn(all))) words.set(hash, 1);
  for (const [named, ...said] of SAID_AS) {
    const weight = 0.8 * (words.get(named ?? 0) ?? 0);
    if (weight > 0) for (const hash of said) words.set(hash, Math.max(weight, words.get(hash) ?? 0));
  }
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
