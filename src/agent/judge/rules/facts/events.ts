import { boundedDate, type DateMention, findDates } from '../../../../language/dates.ts';
import { stemOf, type Token } from '../../../../language/english/lexicon.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import { labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { assertionAt } from '../../text/statements.ts';
import { atEdge } from './facts.ts';

/** What can happen on a date; "founded" is not "published". */
export const EVENTS = {
  founded:
    /^(?:found(?:ed|ing)?|co-?founded|establish(?:ed)?|incorporat(?:ed|ion)|formed|inception|est|started|began|begun|created|launched|business)$/u,
  released: /^(?:releas(?:ed?|es|ing)|launch(?:ed|es)?|debut(?:ed)?|unveil(?:ed)?|introduced|shipped|published|appeared|came|available)$/u,
  published: /^(?:publish(?:ed)?|posted|publication|dated?|issued|submitted|appeared|written|created|received)$/u,
  updated: /^(?:updated?|modified|edited|revised|modification|commit|reviewed|checked|changed|verified)$/u,
  added: /^(?:added|listed|joined|directory|listing|created)$/u,
  created: /^(?:created|creation|drafted|dates?|dated|written|started|begun|began|submitted|introduced|initiated|opened)$/u,
  decided: /^(?:dated|decision|decided|resolution|resolved|announced|approved|ruled|verdict|accepted|rejected|adopted|enacted|signed)$/u,
  ended: /^(?:ended|closed|died|death|dissolved|discontinued|retired)$/u,
  born: /^(?:born|birth)$/u,
} as const;
export type EventName = keyof typeof EVENTS;

/** Any word that ties a date to something that happened: the nearest one owns the date. */
const OTHER =
  /^(?:found(?:ed|ing)|establish(?:ed)?|incorporat(?:ed|ion)|formed|started|began|begun|created|launch(?:ed|es)?|releas(?:ed?|es)|debut(?:ed)?|unveil(?:ed)?|introduced|shipped|published|posted|updated?|modified|acquired|bought|merged|raised|joined|added|moved|renamed|rewritten|relicensed|changed|archived|abandoned|discontinued|announced|donated|accepted|graduated|adopted|closed|ended|died|born|opened|open|sold|reached|passed|won|left|switched|presented|described|forked|donation|copyright|version|designed|conceived|development|developed|invented|copyright|approved|rejected|entered|became|stopped|retired|superseded)$/u;

/** The event that a claim's or a column's words name; null when they name none known here. */
export function eventOf(words: string): EventName | null {
  const lower = words.toLowerCase();
  if (/\b(?:birth|born)\b/u.test(lower)) return 'born';
  if (/\bupdat|\bmodif|\blast (?:change|edit|commit|review)|\brevis/u.test(lower)) return 'updated';
  if (/\bdecision|\bdecided|\bresolution|\bresolved|\bruling/u.test(lower)) return 'decided';
  if (/\b(?:profile|entry|listing|page) (?:was )?(?:added|created)|\badded\b|\blisted since|\bjoined/u.test(lower)) return 'added';
  if (/\bcreation\b|\bcreated\b|\bdraft(?:ed)?\b|\bstart(?:ed)? date/u.test(lower)) return 'created';
  if (/\bended|\bclosed|\bdied|\bdeath/u.test(lower)) return 'ended';
  if (/\breleas|\blaunch|\bdebut|\bfirst version|\binitial version|\bintroduced|\bcame out|\bfirst public/u.test(lower)) return 'released';
  if (/\bfound|\bestablish|\bincorporat|\bformed|\bstarted|\bbusiness|\binception|\bcompany age/u.test(lower)) return 'founded';
  if (/\bpubli|\bposted|\bdated?\b|\bwritten\b|\bissued|\bsubmitted/u.test(lower)) return 'published';
  return /\badded|\blisted|\bjoined/u.test(lower) ? 'added' : null;
}

/** Any other verb in its past form owns a date as well. */
const isOther = (word: string) => OTHER.test(word) || (/\p{L}{3}ed$/u.test(word) && !NO_VERB.test(word));
const NO_VERB =
  /^(?:based|called|named|located|headquartered|united|limited|distributed|embedded|related|hundred|speed|indeed|need|seed|feed|red|led)$/u;

export interface Happening {
  date: DateMention;
  /** Offsets of the date in the page. */
  start: number;
  end: number;
  assertion: Assertion;
  passage: Passage;
  /** "First release", "initially released": the first of its kind. */
  first: boolean;
}

const FIRST =
  /\b(?:first|initial(?:ly)?|original(?:ly)?|debut(?:ed)?|inception|unveiled|0\.0?1(?:\.0)?|earliest)\b(?!\s(?:stable|major|paid|enterprise|commercial))/iu;
const LATER =
  /\b(?:latest|current|newest|most recent|last|second|third|next|stable|newer|major|ga|general(?:ly)? availab\w+|\w+-bit|(?:version|release|v)\s?[1-9][\d.]*|[1-9]\d*\.\d+(?:\.\d+)?)\b/iu;
const ELSE =
  /\b(?:paper|book|article|blog|post|talk|conference|protocol|licen[sc]e|foundation|round|series [a-f]|cloud|managed|hosted|company|corporation|inc|enterprise)\b/iu;

const stated = new WeakMap<Reading, Map<string, Happening[]>>();

/** An event without a name here is known by its verb: "reported in 2024" by what a page says was reported. */
const wordsOf = (event: string): RegExp =>
  event in EVENTS ? EVENTS[event as EventName] : new RegExp(`^${RegExp.escape(stemOf(event))}\\p{L}{0,3}$`, 'u');

/** The dates on which a page says `event` (a name of `EVENTS`, or a verb) happened to its subject: in a labelled cell, or where the event's word is the nearest to the date in its sentence. */
export function happenings(reading: Reading, event: string): Happening[] {
  const known = stated.get(reading) ?? new Map<string, Happening[]>();
  stated.set(reading, known);
  const found = known.get(event) ?? readHappenings(reading, event); // a criterion of many bounds asks for them many times
  known.set(event, found);
  return found;
}

function readHappenings(reading: Reading, event: string): Happening[] {
  const found: Happening[] = [];
  const wanted = wordsOf(event);
  for (const view of reading.views) {
    if (found.length > 200) break;
    if (!/(?:1[5-9]|20)\d\d/.test(view.text)) continue;
    for (const passage of reading.passages(view)) {
      for (const date of findDates(passage.text)) {
        const at = { start: passage.start + date.start, end: passage.start + date.end };
        const words = labelled(passage, date) ?? owner(passage, at.start, at.end, wanted);
        if (words === null || !namesEvent(words, event, wanted)) continue;
        if (event === 'released' && LATER.test(words) && !FIRST.test(words)) continue;
        if (event === 'released' && ELSE.test(words) && !FIRST.test(words)) continue;
        const assertion = assertionAt(reading, passage, at.start, at.end);
        if (assertion) found.push({ date: boundedDate(passage.text, date), ...at, assertion, passage, first: FIRST.test(words) });
      }
    }
  }
  // a record of the page itself stands at its head or foot; dates in between are part of its story
  const edge = OF_PAGE.has(event) ? found.filter(({ passage }) => atEdge(reading)(passage.view)) : [];
  return edge.length > 0 ? edge : found;
}
const OF_PAGE = new Set<string>(['added', 'created', 'updated', 'decided', 'published']);

const DECISION = /\b(?:decision|decided|resolution|resolved|ruling|verdict)\b/iu;
const OF_ENTRY = /\b(?:profile|entry|listing|page|record|document|draft)\b/iu;
/** What starts is only founded where it is the company itself: "began her career in 1994" founds nothing. */
const BEGINNING = /\b(?:started|began|begun|created|launched)\b/iu;
const FOUNDING = /\b(?:found(?:ed|ing)?|co-?founded|establish(?:ed)?|incorporat(?:ed|ion)|formed|inception|est)\b/iu;
const COMPANY =
  /\b(?:we|it|us|ourselves|company|business|firm|startup|start-up|agency|studio|organi[sz]ation|venture|shop|team|project|service|platform)(?:\s(?:was|were|has been|first|is))?\s(?:started|began|begun|created|launched)\b|\b(?:started|began|launched|created)\s(?:(?:it|the|our|as|in|back|by)\b|$)|\bbusiness\b/iu;
const namesEvent = (words: string, event: string, wanted: RegExp) =>
  !(event === 'founded' && BEGINNING.test(words) && !FOUNDING.test(words) && (OF_ENTRY.test(words) || !COMPANY.test(words))) &&
  !(event === 'added' && /\bcreated\b/iu.test(words) && !/\b(?:profile|entry|listing|page|record)\b/iu.test(words)) &&
  !(/\bdated\b/iu.test(words) && DECISION.test(words) !== (event === 'decided') && (event === 'decided' || DECISION.test(words))) &&
  words
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .some((word) => wanted.test(word)) &&
  !(event === 'released' && /\bannounce/iu.test(words)) &&
  !(/\bcame\b/iu.test(words) && !/\bcame out\b|releas|launch|debut/iu.test(words));

/** The label of a short labelled text that holds the date: "Initial release: March 2016". */
function labelled(passage: Passage, date: DateMention): string | null {
  const label = labelOf(passage);
  if (!label || date.start < label.own || date.start - label.own > 40) return null;
  const lead = passage.text.slice(label.own, date.start);
  return /\b(?:in|since|on)\s*$/iu.test(lead) && lead.length > 12 ? null : `${label.text} ${lead}`;
}

/** What leads up to a date is no longer than this. */
const LEAD_MAX = 200;

/** How many of the first items something is true of; it is true of none after one that it is not true of. */
function countWhile<T>(items: readonly T[], isTrue: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words around the event word that a date belongs to: nearest before it, else right after "In 2014,"; null when another event is nearer. */
function owner(passage: Passage, start: number, end: number, wanted: RegExp): string | null {
  const { tokens, text } = passage;
  const before = countWhile(tokens, (token) => token.end <= start) - 1;
  for (let i = before, steps = 0; i >= 0 && steps < 9; i--, steps++) {
    const token = tokens[i] as Token;
    const gap = text.slice(token.end - passage.start, (tokens[i + 1]?.start ?? start) - passage.start);
    if (/[;:]|\.\s/u.test(gap)) break;
    // an earlier date owns the event, but for "2014 and 2016"
    if (
      /^(?:1[5-9]|20)\d\d$/u.test(token.word) &&
      !/^[\s,–-]*(?:and|or|to)?[\s–-]*$/u.test(text.slice(token.end - passage.start, start - passage.start))
    )
      break;
    if (wanted.test(token.word) || isOther(token.word)) {
      if (!wanted.test(token.word)) return null;
      return text.slice((tokens[Math.max(0, i - 5)]?.start ?? 0) - passage.start, start - passage.start);
    }
  }
  const after = countWhile(tokens, (token) => token.start < end);
  const lead = text.slice(0, start - passage.start);
  const leads =
    lead.length <= LEAD_MAX &&
    /^(?:\W|\b(?:back|in|on|since|the|year|early|late|mid|it|was|by|of|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|\d+)\b)*$/iu.test(
      lead,
    );
  const clause = /(?:,|;|\band\b)\s(?:and\s)?(?:in|on)\s(?:\w+\s){0,2}$/iu.test(lead.slice(-LEAD_MAX));
  if (after === tokens.length || (!leads && !clause)) return null;
  for (let i = after; i < tokens.length && i < after + 9; i++) {
    const token = tokens[i] as Token;
    if (
      /^(?:1[5-9]|20)\d\d$/u.test(token.word) ||
      /[;:]|\.\s/u.test(text.slice((tokens[i - 1]?.end ?? end) - passage.start, token.start - passage.start))
    )
      break;
    if (wanted.test(token.word) || isOther(token.word))
      return wanted.test(token.word)
        ? text.slice(end - passage.start, (tokens[Math.min(i + 4, tokens.length - 1)] as Token).end - passage.start)
        : null;
  }
  return null;
}
