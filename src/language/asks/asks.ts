import { remembered } from '../../domain/text.ts';
import { findConstraints } from '../constraints/find-constraints.ts';
import { withSoftwareNames } from '../software-names.ts';
import type { Ask, DayPart } from './ask.ts';
import { tellingWords } from './content-words.ts';
import { kindAsks, kindIn } from './kind.ts';
import { monthAsk } from './month.ts';
import { choiceAsk, numberAsk } from './number.ts';
import { placeAsk } from './place.ts';
import { softwareAsks } from './software.ts';
import { tongueAsk } from './tongues.ts';
import { topicsOf } from './topic.ts';

/** The questions in a criterion's words. `isKind`: it names the wanted thing, with words before and after it. */
export const asksOf = (label: string, isKind: boolean): readonly Ask[] => known(label, isKind, new Date().toISOString().slice(0, 10));
/** The cache key includes the day: “in the last 3 years” moves with it. */
const known = remembered((label: string, isKind: boolean, _today: string): readonly Ask[] => read(withSoftwareNames(label.trim()), isKind));

const WEEKDAY =
  /^(?:is\s)?(?:(?:you\s|we\s|I\s)?can (?:go(?: to)?|visit|come|be visited)\s)?(?:(?<state>open|opens|opened|closed|closes|meets?|runs?)\s)?(?:on\s(?:an?\s)?|every\s|at\s)?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?:\s(?<part>morning|afternoon|evening|night)s?)?$/iu;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const CLOCK =
  /\b(?:before|after|until|till|by|from|at|past) \d{1,2}(?:[:.]\d\d)?(?:\s?(?:am|pm|o['’]?clock|h)\b|(?= on (?:week|sun|mon|tues|wed|thur|fri|sat))|$)/iu;
const VERSION = /\b(?:python|node|php|java|ruby|postgres(?:ql)?|runs? on|version) v?\d+(?:\.\d+)*\b/iu;
const ABSENT =
  /^(?:without|no(?!\s(?:more|less|fewer|later|earlier|older|newer|longer)\b)|zero|free of|free from|lacks?|does not (?:have|need|require)|doesn['’]t (?:have|need|require)|has no|needs no)\s(?:an?\s|any\s|the\s)?/iu;
const DENIED = /^(?:not|never|does not|doesn['’]t|do not|is not|isn['’]t)\s/iu;

/** “Female”, “a woman”: the person that the page is about. */
const SEX = /^(?:is\s)?(?:an?\s)?(?:wom[ae]n|females?|m[ae]n|males?)$/iu;

const THIS_YEAR = () => new Date().getFullYear();
/** Replaces “in half an hour”, “before the Second World War” and “this century” with numbers. */
const inNumbers = (text: string) => inMinutes(EVENT.test(text) ? inYears(text) : text);
const EVENT =
  /^(?:was |were )?(?:founded|built|born|opened|established|started|created|written|published|made|died|dating|begun|formed|released|from)\b/iu;
const inYears = (text: string) =>
  text
    .replace(/\b(?:before|until|prior to) (?:the )?(?:second world war|world war (?:two|ii|2)|ww ?(?:ii|2))\b/giu, 'before 1939')
    .replace(/\bafter (?:the )?(?:second world war|world war (?:two|ii|2)|ww ?(?:ii|2))\b/giu, 'after 1945')
    .replace(/\b(?:before|until|prior to) (?:the )?(?:first world war|world war (?:one|i|1)|ww ?(?:i|1))\b/giu, 'before 1914')
    .replace(/\bafter (?:the )?(?:first world war|world war (?:one|i|1)|ww ?(?:i|1))\b/giu, 'after 1918')
    .replace(/\b(?:in )?(?:this|the 21st|the twenty-first) century\b/giu, 'since 2000')
    .replace(/\b(?:in )?(?:last|the 20th|the twentieth) century\b/giu, 'between 1900 and 1999')
    .replace(/\b(?:in )?the (?:19th|nineteenth) century\b/giu, 'between 1800 and 1899')
    .replace(/\bthis year\b/giu, () => `in ${THIS_YEAR()}`);
const inMinutes = (text: string) =>
  text
    .replace(/\b(?:an|one) hour and a half\b/giu, '90 minutes')
    .replace(/\bhalf an hour\b/giu, '30 minutes')
    .replace(/\b(?:a )?quarter of an hour\b/giu, '15 minutes');

function read(said: string, isKind: boolean): Ask[] {
  const text = inNumbers(said);
  const software = softwareAsks(text);
  // “open-source database written in Rust” also asks for a database
  if (software.asks.length > 0) return [...(software.rest ? read(software.rest, isKind) : []), ...software.asks];
  const kind = isKind ? null : kindIn(text);
  if (kind) return kindAsks(kind);
  if (!isKind) {
    const weekday = WEEKDAY.exec(text)?.groups;
    if (weekday?.day)
      return [
        {
          type: 'weekday',
          day: WEEKDAYS.indexOf(weekday.day.toLowerCase().slice(0, 3)),
          part: (weekday.part?.toLowerCase().replace('night', 'evening') as DayPart | undefined) ?? null,
          isOpen: !/^close/iu.test(weekday.state ?? ''),
          isMeeting: !/^(?:open|close)/iu.test(weekday.state ?? ''),
        },
      ];
    const month = monthAsk(text);
    if (month) return [month];
    const tongue = tongueAsk(text);
    if (tongue) return [tongue];
    if (SEX.test(text)) return [{ type: 'quality', words: tellingWords(text), text }];
    // a time of the day, a version
    if (CLOCK.test(text) || VERSION.test(text)) return [];
    // “no US office” also asks for a place
    const place = placeAsk(text);
    if (place) return [place];
    if (ABSENT.test(text)) return [{ type: 'absence', words: tellingWords(text.replace(ABSENT, '')), text }];
  }
  const constraints = findConstraints(text);
  const time = constraints.find((one) => one.kind === 'time');
  if (time && (time.any || time.from || time.to)) {
    const head = text.slice(0, time.start);
    // “new version since October”: the date of the latest version
    const isVersion = /\b(?:new|newer|latest|current|last|recent)\s(?:version|update)s?\b|\b(?:updated|maintained|new release)\b/iu.test(
      head,
    );
    const mode =
      isVersion || /\b(?:last|latest|newest|current|most recent)\b/iu.test(head) ? 'latest ' : /^ha[sd] an? /iu.test(head) ? 'any ' : '';
    const isFirst = /\b(?:first|initially|originally)\b/iu.test(head) && /^(?:releas|launch|ship)/u.test(time.event);
    const event = isVersion ? 'release' : time.event || (tellingWords(head).at(-1) ?? /\bavailable\b/iu.exec(head)?.[0] ?? '');
    return [
      ...(isKind ? kindAsks(text.slice(0, time.start)) : []),
      { type: 'date', any: time.any ?? [time], event: event === '' ? '' : `${mode || (isFirst ? 'first ' : '')}${event}` },
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
  // the words of a topic must be adjacent: “open data”
  const words = topic ? [tellingWords(topic).join(' ')].filter(Boolean) : tellingWords(text);
  // pages rarely say in recognisable words that something is exclusive
  if (/\b(?:only|exclusively|solely|just|mainly|mostly|both|either|each|all|every)\b/iu.test(text)) return [];
  return words.length > 0 ? [{ type: 'feature', words, text, isDenied: DENIED.test(text) }] : [];
};
