import { remembered } from '../../domain/text.ts';
import { findConstraints } from '../constraint.ts';
import type { Ask } from './ask.ts';
import { kindAsks, kindIn } from './kind.ts';
import { monthAsk } from './month.ts';
import { choiceAsk, numberAsk } from './number.ts';
import { placeAsk } from './place.ts';
import { softwareAsks } from './software.ts';
import { topicsOf } from './topic.ts';
import { tellingWords } from './words.ts';

/** What a criterion asks, by its words. `isKind`: it names what is looked for, with what stands before and behind that. */
export const asksOf = (label: string, isKind: boolean): readonly Ask[] => known(label, isKind, new Date().toISOString().slice(0, 10));
/** “In the last 3 years” asks for other days each day. */
const known = remembered((label: string, isKind: boolean, _today: string): readonly Ask[] => read(label.trim(), isKind));

const WEEKDAY =
  /^(?:is\s)?(?:(?<state>open|opens|opened|closed|closes|meets?|runs?)\s)?(?:on\s|every\s|at\s)?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$/iu;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const CLOCK =
  /\b(?:before|after|until|till|by|from|at|past) \d{1,2}(?:[:.]\d\d)?(?:\s?(?:am|pm|o['’]?clock|h)\b|(?= on (?:week|sun|mon|tues|wed|thur|fri|sat))|$)/iu;
const VERSION = /\b(?:python|node|php|java|ruby|postgres(?:ql)?|runs? on|version) v?\d+(?:\.\d+)*\b/iu;
const ABSENT =
  /^(?:without|no(?!\s(?:more|less|fewer|later|earlier|older|newer|longer)\b)|zero|free of|free from|lacks?|does not (?:have|need|require)|doesn['’]t (?:have|need|require)|has no|needs no)\s(?:an?\s|any\s|the\s)?/iu;
const DENIED = /^(?:not|never|does not|doesn['’]t|do not|is not|isn['’]t)\s/iu;

/** “In half an hour”, “an hour and a half” as numbers. */
const inMinutes = (text: string) =>
  text
    .replace(/\b(?:an|one) hour and a half\b/giu, '90 minutes')
    .replace(/\bhalf an hour\b/giu, '30 minutes')
    .replace(/\b(?:a )?quarter of an hour\b/giu, '15 minutes');

function read(said: string, isKind: boolean): Ask[] {
  const text = inMinutes(said);
  const software = softwareAsks(text);
  // “open-source database written in Rust” asks for a database, too
  if (software.asks.length > 0) return [...(software.rest ? read(software.rest, isKind) : []), ...software.asks];
  const kind = isKind ? null : kindIn(text);
  if (kind) return kindAsks(kind);
  if (!isKind) {
    const weekday = WEEKDAY.exec(text)?.groups;
    if (weekday?.day)
      return [
        { type: 'weekday', day: WEEKDAYS.indexOf(weekday.day.toLowerCase().slice(0, 3)), isOpen: !/^close/iu.test(weekday.state ?? '') },
      ];
    const month = monthAsk(text);
    if (month) return [month];
    // a time of the day, a version
    if (CLOCK.test(text) || VERSION.test(text)) return [];
    // “no US office” asks for a place, too
    const place = placeAsk(text);
    if (place) return [place];
    if (ABSENT.test(text)) return [{ type: 'absence', words: tellingWords(text.replace(ABSENT, '')), text }];
  }
  const constraints = findConstraints(text);
  const time = constraints.find((one) => one.kind === 'time');
  if (time && (time.any || time.from || time.to)) {
    const head = text.slice(0, time.start);
    const mode = /\b(?:last|latest|newest|current|most recent)\b/iu.test(head) ? 'latest ' : /^has an? /iu.test(head) ? 'any ' : '';
    const event = time.event || (tellingWords(head).at(-1) ?? /\bavailable\b/iu.exec(head)?.[0] ?? '');
    return [
      ...(isKind ? kindAsks(text.slice(0, time.start)) : []),
      { type: 'date', any: time.any ?? [time], event: event === '' ? '' : `${mode}${event}` },
    ];
  }
  const choice = constraints.find((one) => one.kind === 'number' && one.any !== undefined);
  const number = choice?.kind === 'number' ? choiceAsk(choice) : numberAsk(text, isKind);
  if (number) return [...(number.rest ? restAsks(number.rest, isKind) : []), number.ask];
  return restAsks(text, isKind);
}

const restAsks = (text: string, isKind: boolean): Ask[] => {
  if (isKind) return kindAsks(text);
  const [topic, another] = topicsOf(text);
  if (another) return [];
  // the words of a topic stand side by side: “open data”
  const words = topic ? [tellingWords(topic).join(' ')].filter(Boolean) : tellingWords(text);
  // that it is this alone, no page says in words that are known
  if (/\b(?:only|exclusively|solely|just|mainly|mostly|both|either|each|all|every)\b/iu.test(text)) return [];
  return words.length > 0 ? [{ type: 'feature', words, text, isDenied: DENIED.test(text) }] : [];
};
