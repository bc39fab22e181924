import { daysWithin } from '../../../../language/constraint.ts';
import { findDates } from '../../../../language/dates.ts';
import { type Answer, type Ask, OPEN } from '../asks/ask.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { speaksOfPerson } from '../kinds/kind.ts';
import { kindNamed } from '../kinds/nouns.ts';
import { assertedAt } from '../said.ts';
import { hitOf, type Term, termOf } from '../terms.ts';

interface Event {
  asked: RegExp;
  /** How a sentence says it, and what it is called as a label. */
  said: RegExp;
  label: RegExp;
}

/** What happens to many things, and how pages speak of it. */
const EVENTS: readonly Event[] = [
  {
    asked: /^(?:found|establish|start|creat|open|launch|incorporat|form|set|built|begun|exist)/iu,
    said: /\b(?:found(?:ed|ing|ation)|establish(?:ed)?|set (?:it )?up|start(?:ed)?|creat(?:ed|ion)|open(?:ed|ing)?(?: (?:it|its doors|to the public))?|launch(?:ed)?|incorporated|inaugurated|since|dates? (?:from|back)|began|became|built|goes back|formed|welcom(?:ed|ing)|in business|going)\b/iu,
    label:
      /\b(?:found(?:ed|ing|ation)?|establish(?:ed|ment)?|opened|opening|inaugurat\w+|since|start(?:ed)?|created|launched|built|incorporated|formed|est)\b|^year$/iu,
  },
  {
    asked: /^(?:releas|publish|ship)/iu,
    said: /\b(?:releas|launch|publish|ship|came out|debut|appeared|announc|tagged|first (?:version|copy|tag|commit|upload)|out in the open|open[- ]sourced|on the package index|since)\w*/iu,
    label: /\b(?:releas|launch|publish|first version|since|started)\w*|^date$/iu,
  },
  { asked: /^born/iu, said: /\b(?:born|birth)\b/iu, label: /\b(?:born|birth)\b/iu },
  { asked: /^died?/iu, said: /\b(?:died|death|passed away|until (?:his|her) death)\b/iu, label: /\b(?:died|death)\b/iu },
  {
    asked: /^(?:apply|appli|clos|deadline)/iu,
    said: /\b(?:apply|applications?|clos(?:es?|ing)|deadline|by|before|until|up to|no later than|reach us|back to us)\b/iu,
    label: /\b(?:apply|applications?|clos(?:es?|ing)|deadline)\b/iu,
  },
];

/** Since then something else is so. */
const SINCE_ELSE =
  /\b(?:listed|traded|moved|joined|owned|part of|certified|led|served|used|member|public|here|won)\b[^,;]{0,40}\bsince\b/iu;

/** “The wash house was built in 1984”: a part of it, and not “the house”. */
const PART_OF =
  /^\s*(?:the|our|its)\s(?:new\s|old\s|present\s)?(?:[\p{L}-]+\s[\p{L}-]+|kitchen|terrace|wing|annex|extension|pool|garden|roof|lift|library|chapel|tower|barn|sauna|shop|website|café|cafe|bar)\s(?:was|were|is|dates?|went)\b/iu;

const FOUNDED =
  /\b(?:found(?:ed|ing|ation)|establish(?:ed)?|incorporated|inaugurated|set up|began|born|built|opened (?:its doors|to the public|as)|(?:has|have) been (?:a|here|open)|in business since)\b/iu;

interface Dated {
  unit: FactUnit;
  within: boolean | null;
  rank: 0 | 1 | 2;
}

/** Whether what is asked happened in the days that are asked. */
export function answerDate(read: FactPage, { from, to, event: said }: Extract<Ask, { type: 'date' }>, noun: string): Answer {
  const event = said || usualEvent(noun);
  const known = EVENTS.find(({ asked }) => asked.test(event));
  const term = termOf(event, ['verb', 'noun']);
  const isOwnAt = (unit: FactUnit, start: number, end: number) => {
    const said = assertedAt(read, unit, start, end);
    return said === 'yes' || said === 'past';
  };
  const dated = [
    ...read.units.flatMap((unit) => datedBy(unit, { known, term, isNamed: event !== '', isOwnAt })),
    ...livesOf(read, event),
  ].map(
    ({ low, high, ...one }): Dated => ({
      ...one,
      within: daysWithin({ low, high }, from, to),
    }),
  );
  const [plainest] = dated.sort((a, b) => a.rank - b.rank || a.unit.index - b.unit.index);
  if (!plainest) return OPEN;
  if (plainest.within === true) return { says: 'yes', unit: plainest.unit, why: 'it was then' };
  // “we opened a second restaurant in 2015” is no founding
  const denies = plainest.rank === 0 || known !== EVENTS[0] || FOUNDED.test(plainest.unit.text);
  if (plainest.within === false && denies && !dated.some(({ within }) => within === true))
    return { says: 'no', unit: plainest.unit, why: 'it was at another time' };
  return { ...OPEN, unit: plainest.unit };
}

/** What a date without a word for it is of: a program's release, a job's closing date, a person's birth, else when it was founded. */
function usualEvent(noun: string): string {
  const kind = kindNamed(noun);
  if (kind.isSoftware) return 'released';
  if (/^(?:job|vacanc(?:y|ies)|position|post|grant|scholarship|internship)s?$/iu.test(noun)) return 'apply';
  return kind.isPerson ? 'born' : 'founded';
}

const LIFE =
  /(?<![\d.])(?:(?:c\. |born )?(?<born>1[5-9]\d\d|20\d\d)\)?\s?(?:[–-]|to)\s?(?:[\p{Lu}][\p{L} ]{1,30},?\s)?(?<died>1[5-9]\d\d|20\d\d))(?![\d.])/u;

/** The years of birth and death of a person: “(1871–1963)”, “Trieste, 1912 – Padua, 2009”. */
function livesOf(read: FactPage, event: string) {
  const { units, heading, title } = read;
  const which = /^born/iu.test(event) ? 'born' : /^died?/iu.test(event) ? 'died' : null;
  if (which === null || !speaksOfPerson(read, 1)) return [];
  for (const unit of units) {
    if (!(unit === heading || unit.isLead || /^(?:lived|life|dates|years)$/iu.test(unit.label))) continue;
    const year = LIFE.exec(unit.text)?.groups?.[which];
    if (year) return [{ unit, low: `${year}-01-01`, high: `${year}-12-31`, rank: 0 as const }];
  }
  const year = LIFE.exec(title)?.groups?.[which];
  return year ? [{ unit: heading, low: `${year}-01-01`, high: `${year}-12-31`, rank: 1 as const }] : [];
}

function datedBy(
  unit: FactUnit,
  {
    known,
    term,
    isNamed,
    isOwnAt,
  }: { known: Event | undefined; term: Term; isNamed: boolean; isOwnAt: (unit: FactUnit, start: number, end: number) => boolean },
) {
  if (unit.isHeading) return [];
  const { text } = unit;
  const isLabelled = unit.label !== '' && (known ? known.label.test(unit.label) : isNamed && (hitOf(unit.over, term)?.sure ?? 0) >= 0.88);
  const dates = findDates(text);
  // under such a label a bare year is a date
  const bare = isLabelled && dates.length === 0 ? /(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,])/u.exec(text) : null;
  const all = bare ? [{ start: bare.index, end: bare.index + 4, low: `${bare[0]}-01-01`, high: `${bare[0]}-12-31` }] : dates;
  return all.flatMap(({ start, end, low, high }) => {
    const clause =
      text
        .slice(Math.max(0, start - 70), start)
        .split(/[;.]|,\s(?=and\s|but\s)/u)
        .at(-1) ?? '';
    const after = text.slice(end, end + 60).split(/[.;,]/u)[0] ?? '';
    if (!isLabelled && known === EVENTS[0] && (SINCE_ELSE.test(clause) || PART_OF.test(clause))) return [];
    const isSaid = isLabelled || (known ? known.said.test(clause) || known.said.test(after) : isNamed && says(`${clause} `, term));
    return isSaid && isOwnAt(unit, start, end)
      ? [{ unit, low, high, rank: isLabelled ? (0 as const) : unit.isLead ? (1 as const) : (2 as const) }]
      : [];
  });
}

function says(text: string, term: Term): boolean {
  return [...text.matchAll(/[\p{L}'’]+/gu)].some(({ 0: word }) =>
    [...term.stems].some(([stem, sure]) => sure >= 0.88 && word.toLowerCase().startsWith(stem)),
  );
}
