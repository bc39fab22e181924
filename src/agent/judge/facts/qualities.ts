import { type Answer, OPEN } from '../../../language/asks/ask.ts';
import { findPhrase, type Phrase, type Sign, signsOf } from '../../../language/asks/phrases.ts';
import { contrariesAsked, isNamedBy, type Quality, qualitiesAsked } from '../../../language/asks/qualities.ts';
import type { FactPage, FactUnit } from './fact-page.ts';
import { assertedAt, deniesValue, type Polarity, YES_VALUE } from './said.ts';

/** A sentence of at most this many words asserts what it names. */
const SHORT = 12;
/** A value of at most this many words asserts that what its label names exists. */
const LABELLED = 25;
/** Words of a value that limit or withhold what its label names. */
const HELD_BACK =
  /\b(?:not|no|never|only|cannot|can['’]t|must|outside|except|unfortunately|sorry|until|planned|soon|nearest|nearby|neighbou?rhood|difficult|steps|leave|at home|ask)\b|\baway$/iu;
const isHeldBack = ({ text }: FactUnit): boolean => HELD_BACK.test(text);
const ANSWERED = /^(?:yes|no|of course|sure|certainly|sorry|unfortunately|alas|always|never|not)\b/iu;

const signs = new WeakMap<FactUnit, Sign[]>();
/** The cached words of a unit. */
function signsOfUnit(unit: FactUnit): readonly Sign[] {
  const found = signs.get(unit) ?? signsOf(unit.text);
  signs.set(unit, found);
  return found;
}

/** What a unit answers: its label, or the heading above a “Yes” or “No”. */
const askedBy = ({ label, heading, text }: FactUnit): string =>
  label || (ANSWERED.test(text) ? heading : (NAMED_THEN.exec(text)?.groups?.name ?? ''));
/** “Dogs yes”, “Credit cards: no”. */
const NAMED_THEN = /^(?<name>[\p{L}\s-]{3,30}?)[:,]?\s(?:yes|no)(?![\p{L}\s])/iu;

/** Whether a unit asserts or denies a quality; null if neither. */
function sayingOf(read: FactPage, unit: FactUnit, quality: Quality): Polarity | null {
  const label = askedBy(unit);
  const own = signsOfUnit(unit);
  const named = label === '' ? null : isNamedBy(quality, label);
  if (named !== null) {
    if (/\?$/u.test(unit.text)) return null;
    const short = unit.label === '' ? NAMED_THEN.exec(unit.text) : null;
    if (short) return /yes$/iu.test(short[0]) === (named === 'ask') ? 'yes' : 'no';
    if (deniesValue(unit.text)) return named === 'ask' ? 'no' : 'yes';
    if (isHeldBack(unit)) return null;
    if (YES_VALUE.test(unit.text) || (own.length <= LABELLED && own.length > 0)) return named === 'ask' ? 'yes' : null;
  }
  const said = (phrases: readonly Phrase[]) => {
    const all = phrases.flatMap((phrase) => saysPhrase(read, unit, phrase, { own, label }) ?? []);
    return { yes: all.includes('yes'), no: all.includes('no') };
  };
  const [so, not] = [said(quality.yes), said(quality.no)];
  // both asserted and denied: “assistance dogs are welcome; other animals have to wait outside”
  if (so.yes && not.yes) return null;
  return so.yes ? 'yes' : not.yes || so.no ? 'no' : null;
}

/** Whether a unit asserts or denies a phrase; null if neither is certain. */
function saysPhrase(
  read: FactPage,
  unit: FactUnit,
  phrase: Phrase,
  { own, label }: { own: readonly Sign[]; label: string },
): 'yes' | 'no' | null {
  const isLocal = unit.rank < 2 || read.isShort || own.length <= SHORT || phrase.parts.length > 1;
  const found = isLocal ? findPhrase(own, phrase) : null;
  if (!found) {
    if (unit.label === '' || own.length > SHORT) return null;
    const over = signsOf(label, -1000);
    const both = findPhrase([...over, ...own], phrase);
    return both && both[0] < over.length && both[1] >= over.length && !deniesValue(unit.text) ? 'yes' : null;
  }
  const [first, last] = [own[found[0]], own[found[1]]];
  const said = assertedAt(read, unit, first?.start ?? 0, last?.end ?? 0);
  if (said === 'no') return phrase.isDenial ? 'yes' : 'no';
  return said === 'yes' || said === null ? 'yes' : null;
}

/** The plainest units that assert and that deny one of the qualities. */
export function qualitySaid(read: FactPage, qualities: readonly Quality[]): { yes: FactUnit | null; no: FactUnit | null } {
  let [yes, no]: [FactUnit | null, FactUnit | null] = [null, null];
  for (const unit of read.units) {
    if (unit.isHeading) continue;
    for (const quality of qualities) {
      const said = sayingOf(read, unit, quality);
      if (said === 'yes' && (yes === null || unit.rank < yes.rank)) yes = unit;
      if (said === 'no' && (no === null || unit.rank < no.rank)) no = unit;
    }
  }
  return { yes, no };
}

const LIMITED =
  /\b(?:in|on|into|inside) (?:the|our|all|some)\b|\b(?:large|big|small|other|from|free|charge|only|some|certain|unless|during)\b/iu;

/** Judges a criterion by the contrary of what it asks; null if no contrary is known or the page does not mention it. */
export function answerContrary(read: FactPage, text: string): Answer | null {
  const contraries = qualitiesAsked(text).length === 0 ? contrariesAsked(text) : [];
  const { yes, no } = qualitySaid(read, contraries);
  if (yes && no) return { ...OPEN, unit: no };
  // “no dogs in the sauna” and “no large dogs” deny a part
  if (no) return { says: LIMITED.test(no.text) ? 'part' : 'yes', unit: no, why: 'the page denies it' };
  return yes && (yes.rank < 2 || read.isShort) ? { says: 'no', unit: yes, why: 'the page says so' } : null;
}
