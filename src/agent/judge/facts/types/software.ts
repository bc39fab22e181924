import { languagesIn, licencesIn } from '../../../../knowledge/software.ts';
import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt, polarityOf } from '../said.ts';

const UNDER_LICENCE = /\blicen[cs]|\bunder (?:the|an?)\s|\bterms\b/iu;
const LICENCE_OVER = /licen[cs]|^(?:terms|legal|copying)$/iu;
/** A short line that names one is about nothing else. */
const BARE = 8;
const OF_OTHERS =
  /\b(?:dependenc|third[- ]party|bundl|includes?|ships with|uses|logo|docs|documentation|icons?|fonts?|artwork|photos?|other (?:tools|software|projects))/iu;

/** The licences that a page says it has, in its order. Offsets are in the unit's text. */
export function licencesOf(read: FactPage): { unit: FactUnit; id: string; at: number; end: number }[] {
  return read.units.flatMap((unit) => {
    const { text, label, heading } = unit;
    const isMeant = LICENCE_OVER.test(label) || LICENCE_OVER.test(heading) || UNDER_LICENCE.test(text) || unit.tokens.length < BARE;
    if (!isMeant || (OF_OTHERS.test(text) && label === '')) return [];
    return licencesIn(text).flatMap((one) => (assertedAt(read, unit, one.at, one.end) === 'yes' ? [{ unit, ...one }] : []));
  });
}

/** Whether the licence is one of those that are asked. */
export function answerLicence(read: FactPage, { is }: Extract<Ask, { type: 'licence' }>): Answer {
  const all = licencesOf(read);
  const [yes, no] = [true, false].map((wanted) => all.find(({ id }) => is(id) === wanted)?.unit);
  if (yes && no) return { says: 'part', unit: yes, why: 'it has several licences' };
  if (yes) return { says: 'yes', unit: yes, why: 'its licence is one' };
  return no ? { says: 'no', unit: no, why: 'its licence is another' } : OPEN;
}

const LANGUAGE_LABEL =
  /^(?:(?:programming |implementation )?languages?|implementation|(?:written|implemented|built|made|coded) (?:in|of|with)|source(?: language)?|code|(?:tech )?stack|technolog(?:y|ies)|tags|keywords|runtime|platform)$/iu;
const WRITTEN =
  /\b(?:written|implemented|coded|programmed|built|developed|rewritten|ported)\s(?:entirely |mostly |almost entirely |purely |completely |again |from scratch )?in\s(?:pure |portable |plain |modern |standard |ANSI |100 ?% )?(?<names>[^.;:]{1,40})|(?:100 ?%|\bpure|\bplain|\blines of|\bbits of)\s(?<pure>[A-Z][\w+#]*)/iu;
/** “Compiles programs written in Rust”. */
const OTHERS_WRITTEN =
  /\p{L}+\s(?:programs?|code|software|tools?|apps?|applications?|scripts?|libraries|anything|files|projects|modules|plugins)\s$/iu;
/** “A JavaScript library that …”, “Rust 1.74 or newer to build it”, “Rust, one binary”. */
const NAMED =
  /^(?:An?|The|This|Our)\s(?:[\p{L}-]+\s){0,2}?(?<name>[A-Z][\w+#.]*)\s(?:[\p{L}-]+\s){0,2}?(?:library|package|tool|crate|module|program|framework|utility|client|server|app|application|binding|implementation)\b|\b(?<needed>[A-Z][\w+#]*)\s(?:v?\d[\d.]*)\s(?:or (?:newer|later)|and (?:up|newer)|\+)?\s?to (?:build|compile)|^(?<line>[A-Z][\w+#]*)(?=,|\.$| only| ever since| since)/u;

/** Whether it is written in a programming language. */
export function answerLanguage(read: FactPage, { name }: Extract<Ask, { type: 'language' }>): Answer {
  let [yes, no]: (FactUnit | undefined)[] = [];
  for (const unit of read.units) {
    const { text, label } = unit;
    let names = LANGUAGE_LABEL.test(label) ? text : '';
    const written = names ? null : WRITTEN.exec(text);
    if (
      written &&
      polarityOf(
        read,
        unit,
        Math.max(
          0,
          unit.tokens.findIndex(({ start }) => start >= written.index),
        ),
      ) === 'yes'
    )
      names = (written.groups?.names ?? written.groups?.pure ?? '').split(/\s(?:with|for|by|on|that|and is)\s/u)[0] ?? '';
    const named = names || !(unit.isLead || unit.rank === 0 || unit.tag === 'li' || unit.tokens.length < BARE) ? null : NAMED.exec(text);
    names ||= named?.groups?.name ?? named?.groups?.needed ?? named?.groups?.line ?? '';
    if (!names || (written && OTHERS_WRITTEN.test(text.slice(0, written.index)))) continue;
    const found = languagesIn(names);
    const isSpoken =
      LANGUAGE_LABEL.test(label) && /\b(?:English|German|French|Spanish|Italian|Dutch|Portuguese|Polish|Chinese|Japanese)\b/u.test(text);
    if (isSpoken) continue;
    if (found.includes(name) || (name === 'JavaScript' && found.includes('TypeScript'))) yes ??= unit;
    else if (found.length > 0 && !/^(?:tags|keywords|runtime|platform|code)$/iu.test(label)) no ??= unit;
  }
  if (yes) return { says: 'yes', unit: yes, why: 'it is written in it' };
  return no ? { says: 'no', unit: no, why: 'it is written in another' } : OPEN;
}
