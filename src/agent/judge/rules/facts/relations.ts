import { stemOf, tokenize } from '../../../../language/english/lexicon.ts';
import { CLOSED_LICENCES, LANGUAGES, OPEN_LICENCES } from '../../text/knowledge.ts';
import { labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { assertionAt, passagesWith, type Statement } from '../../text/statements.ts';

/** A value that a page gives its subject, where it stands (offsets of the page) and how it is said. */
export interface Stated extends Statement {
  value: string;
  start: number;
  end: number;
}

const LICENCE = stemOf('license');
const spaced = (name: string) =>
  name
    .toLowerCase()
    .replace(/licen[sc]ed?/u, 'licence')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/\bversion\b|\bv(?=\d)/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/\.0\b/u, '')
    .trim();

/** A licence's name without spelling: "Apache License, Version 2.0" and "Apache-2.0" both begin with "apache". */
export const licenceKey = (name: string) =>
  spaced(name)
    .replace(/ licence$| licence (?=\d)/u, ' ')
    .replace(/^the |^gnu /u, '')
    .trim();

const every = (pattern: RegExp) => new RegExp(pattern.source, 'giu');

/** The licences a page says it stands under: in sentences and labels that speak of a licence, or "released under X". */
export function licencesOf(reading: Reading): (Stated & { open: boolean })[] {
  const found: (Stated & { open: boolean })[] = [];
  for (const passage of passagesWith(reading, [
    LICENCE,
    stemOf('released'),
    stemOf('open'),
    stemOf('under'),
    stemOf('available'),
    stemOf('distributed'),
  ])) {
    const label = labelOf(passage);
    const labelled = label !== null && tokenize(label.text).some(({ stem }) => stem === LICENCE);
    const headed = passage.view.heading?.tokens.some(({ stem }) => stem === LICENCE) && passage.text.length < 60;
    const speaks =
      labelled ||
      headed ||
      passage.tokens.some(({ stem }) => stem === LICENCE) ||
      /\b(?:released|available|distributed|open[- ]sourced?)\b.*\bunder\b/iu.test(passage.text);
    if (!speaks) continue;
    const from = labelled ? label.own : 0;
    for (const [pattern, open] of [
      [OPEN_LICENCES, true],
      [CLOSED_LICENCES, false],
    ] as const) {
      // biome-ignore format: a table
      for (const match of passage.text.slice(from).matchAll(every(pattern))) {
        const start = passage.start + from + match.index;
        const stated = assertionAt(reading, passage, start, start + match[0].length);
        // the margin's licence is the site's, and a part's is the part's
        const ofPart = passage.view.boilerplate || (!labelled && OF_PART.test(passage.text.slice(0, from + match.index)));
        const assertion = stated === 'yes' && ofPart ? 'unsure' : stated;
        if (assertion) found.push({ value: match[0].trim(), open, assertion, passage, start, end: start + match[0].trimEnd().length });
      }
    }
  }
  return found;
}

const OF_PART =
  /\b(?:includes?|bundles?|contains?|embeds?|ships with|depends on|thanks to|based on|makes? use of|uses)\s[^.;]*\b(?:licen[sc]ed|released|available|distributed|under)\b[^.;]*$/iu;
/** "Compiles programs written in Rust" says in what others are written. */
const OF_OTHERS =
  /\b(?!(?:is|are|was|were|of)\b)(?:\p{Ll}{3,}s|\p{Ll}+(?:ing|ed)|for|with|to|from)\s(?:[\p{Ll}-]+\s){0,3}(?<noun>\p{Ll}{3,}s)\s(?:that\sare\s|which\sare\s)?$/u;

const MADE = new Set([
  'written',
  'wrote',
  'implemented',
  'implementation',
  'built',
  'developed',
  'coded',
  'programmed',
  'rewritten',
  'reimplemented',
]);
const FILLER = new Set(
  'and or mostly entirely pure safe modern idiomatic standard ansi plain 100 percent the completely fully purely primarily mainly with some a bit of 11 14 17 20 99 programming language languages'.split(
    ' ',
  ),
);

/** The programming languages a page says its subject is written in. */
export function languagesOf(reading: Reading): Stated[] {
  const found: Stated[] = [];
  const stems = [
    'written',
    'implemented',
    'built',
    'developed',
    'coded',
    'programmed',
    'rewritten',
    'language',
    'program',
    'library',
    'codebase',
    'code',
    'crate',
    'top',
    'project',
    'tool',
    'throughout',
  ].map(stemOf);
  for (const passage of passagesWith(reading, stems)) {
    const label = labelOf(passage);
    const labelled =
      label !== null &&
      /\b(?:(?:programming |implementation )?languages?|written in|implemented in|implementation)\b/iu.test(label.text) &&
      !/\b(?:query|client|supported|natural|human|interface)\b/iu.test(label.text);
    if (labelled)
      found.push(
        ...named(
          reading,
          passage,
          passage.tokens.findIndex((token) => token.start >= passage.start + label.own),
          true,
        ),
      );
    else {
      for (const phrase of passage.text.length < 600 ? PHRASES : [])
        for (const match of passage.text.matchAll(phrase)) {
          const at = passage.start + match.index + match[0].indexOf(match.groups?.l ?? '');
          const index = passage.tokens.findIndex((token) => token.start === at);
          if (index >= 0) found.push(...named(reading, passage, index, false));
        }
      for (const [i, token] of passage.tokens.entries()) {
        if (!MADE.has(token.word)) continue;
        const lead = passage.text.slice(0, token.start - passage.start);
        const noun = OF_OTHERS.exec(lead)?.groups?.noun;
        if (
          noun &&
          !/\b(?:is|are|was|were|['’]s|has|it|does)\s*$/u.test(lead) &&
          !/^(?:is|was|has|does|its)$/u.test(noun) &&
          !/\b(?:is|are|was)\s(?:an?|the)\b/u.test(lead)
        )
          continue;
        const at = passage.tokens.slice(i + 1, i + 4).findIndex(({ word }) => word === 'in' || word === 'with' || word === 'using');
        if (at >= 0 && !isCut(reading, token.end, passage.tokens[i + 1 + at]?.start ?? 0))
          found.push(...named(reading, passage, i + 2 + at, false));
      }
    }
  }
  return found;
}

const LANGUAGE = String.raw`(?<l>\p{Lu}[\p{L}]*(?:\+\+|#)?)`;
/** Other ways to say in what a thing is written: "a Rust program", "the implementation language is Rust", "Rust is the main language". */
const PHRASES = [
  String.raw`\b(?:is|are)\s(?:an?|the|all|pure|entirely|mostly)?\s?(?:[\p{Ll}-]+,?\s){0,3}?${LANGUAGE}\s(?:program|library|project|application|app|server|engine|implementation|crate|package|codebase|tool|binary|code|from top to bottom|throughout|all the way down)\b`,
  String.raw`\b(?:main|primary|implementation|programming|source|core|chosen)\s(?:programming\s)?language\s(?:is|was)\s${LANGUAGE}`,
  String.raw`${LANGUAGE}\s(?:is|was)\s(?:the|its|our)\s(?:main|primary|implementation|only|programming|chosen)\s(?:programming\s|implementation\s)?language\b`,
  String.raw`\b(?:code\s?base|source(?: code)?|code|engine|implementation)\sis\s(?:all\s|pure\s|mostly\s|entirely\s)?${LANGUAGE}(?![\p{L}-])`,
].map((pattern) => new RegExp(pattern, 'gu'));

const isCut = (reading: Reading, from: number, to: number) => /[.;:()–—]/u.test(reading.page.text.slice(from, to));

function named(reading: Reading, passage: Passage, from: number, loose: boolean): Stated[] {
  const found: Stated[] = [];
  for (const token of passage.tokens.slice(Math.max(0, from), Math.max(0, from) + 12)) {
    // "go" and "c" are words too: a language of one's own has a capital
    const isLanguage = LANGUAGES.has(token.word) && (token.capital || token.word.length > 4);
    if (!isLanguage && !FILLER.has(token.word) && !loose) break;
    if (!isLanguage) continue;
    const assertion = assertionAt(reading, passage, token.start, token.end);
    const lead = reading.page.text.slice(passage.start, token.start);
    const part =
      /\b(?:part(?:ly|ially|s)?|some|certain|portions?|components?|modules?|core|kernel|bits|pieces|in places)\b[^;.]*$/iu.test(lead) ||
      /^[^;.,]{0,10}\bin part\b/iu.test(passage.text.slice(token.end - passage.start));
    const made = reading.page.text.slice(token.start, token.end);
    if (assertion)
      found.push({
        value: made,
        assertion: assertion === 'yes' && /\b(?:was|were)\san?\s[^;]*,[^;]*$/iu.test(lead) ? 'past' : assertion,
        ...(part ? { part: true as const } : {}),
        passage,
        start: token.start,
        end: token.end,
      });
  }
  return found;
}
