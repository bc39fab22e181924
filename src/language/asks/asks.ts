import { remembered } from '../../domain/text.ts';
import { findConstraints } from '../constraint.ts';
import type { Ask } from './ask.ts';
import { kindAsks } from './kind.ts';
import { choiceAsk, numberAsk } from './number.ts';
import { placeAsk } from './place.ts';
import { softwareAsk } from './software.ts';
import { tellingWords } from './words.ts';

/** What a criterion asks, by its words. `isKind`: it names what is looked for, with what stands before and behind that. */
export const asksOf = (label: string, isKind: boolean): readonly Ask[] => known(label, isKind, new Date().toISOString().slice(0, 10));
/** “In the last 3 years” asks for other days each day. */
const known = remembered((label: string, isKind: boolean, _today: string): readonly Ask[] => read(label.trim(), isKind));

const WEEKDAY =
  /^(?:is\s)?(?:(?<state>open|opens|opened|closed|closes|meets?|runs?)\s)?(?:on\s|every\s|at\s)?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$/iu;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const ABSENT =
  /^(?:without|no(?!\s(?:more|less|fewer|later|earlier|older|newer|longer)\b)|zero|free of|free from|lacks?|does not (?:have|need|require)|doesn['’]t (?:have|need|require)|has no|needs no)\s(?:an?\s|any\s|the\s)?/iu;
const DENIED = /^(?:not|never|does not|doesn['’]t|do not|is not|isn['’]t)\s/iu;

function read(text: string, isKind: boolean): Ask[] {
  // of what it is said to be the words judge
  if (!isKind && /^(?:is|are)\s(?:an?|the)\s/iu.test(text)) return [];
  const software = softwareAsk(text);
  if (software) return [software];
  if (!isKind) {
    const weekday = WEEKDAY.exec(text)?.groups;
    if (weekday?.day)
      return [
        { type: 'weekday', day: WEEKDAYS.indexOf(weekday.day.toLowerCase().slice(0, 3)), isOpen: !/^close/iu.test(weekday.state ?? '') },
      ];
    // “no US office” asks for a place, too
    const place = placeAsk(text);
    if (place) return [place];
    if (ABSENT.test(text)) return [{ type: 'absence', words: tellingWords(text.replace(ABSENT, '')), text }];
  }
  const constraints = findConstraints(text);
  const time = constraints.find((one) => one.kind === 'time');
  if (time && (time.any || time.from || time.to)) {
    const head = text.slice(0, time.start);
    const event = time.event || (tellingWords(head).at(-1) ?? /\bavailable\b/iu.exec(head)?.[0] ?? '');
    return [...(isKind ? kindAsks(text.slice(0, time.start)) : []), { type: 'date', any: time.any ?? [time], event }];
  }
  const choice = constraints.find((one) => one.kind === 'number' && one.any !== undefined);
  const number = choice?.kind === 'number' ? choiceAsk(choice) : numberAsk(text, isKind);
  if (number) return [...(number.rest ? restAsks(number.rest, isKind) : []), number.ask];
  return restAsks(text, isKind);
}

const restAsks = (text: string, isKind: boolean): Ask[] => {
  if (isKind) return kindAsks(text);
  const words = tellingWords(text);
  // that it is this alone, no page says in words that are known
  if (/\b(?:only|exclusively|solely|just|mainly|mostly|both|either|each|all|every)\b/iu.test(text)) return [];
  return words.length > 0 ? [{ type: 'feature', words, text, isDenied: DENIED.test(text) }] : [];
};
