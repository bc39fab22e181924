import type { ShownKind } from '../../../../domain/page/grounds.ts';
import { meanings } from '../../../../knowledge/wordnet.ts';
import { excludes, fits, isNarrow, isWritingKind, type Kind, kindNamed, singular } from '../../../../language/asks/nouns.ts';
import { tokenize } from '../../../../language/english/lexicon.ts';
import { type FactPage, type FactUnit, introOf } from '../fact-page.ts';
import { polarityOf } from '../said.ts';
import { hitOf, termOf } from '../terms.ts';
import { introductionsOf, isOfType } from './introductions.ts';
import { isAdvert, isProfile, isReport, mentionsPerson } from './page-of.ts';
import { type Noun, nounsOf } from './phrases.ts';
import { sexOf } from './sex.ts';

/**
 * What a page shows of its subject's kind: `shown` is of the kind, `other` is plainly something else, `else` seems to be something else,
 * `open` is not stated. `unit` is the sentence that shows it, or else the introduction.
 */
export interface KindAnswer {
  kind: ShownKind;
  unit: FactUnit;
  why: string;
}

/** “JanusGraph, successor of Titan”: what a title says of its subject. */
const RELATED = /,\s(?:an?\s|the\s)?\p{Ll}+\s(?:of|to|for|from|by)\s.*$/u;

/** “Titan was a graph database”: a sentence about a name. */
const ONE_NAME = /^\p{Lu}[\p{L}\p{N}]*\s(?:is|was)\s/u;

/** Whether the subject of a sentence before `start` is the page's subject: it, this, we, or a word of its title. */
function isOfSubject({ title, heading }: FactPage, { text }: FactUnit, start: number): boolean {
  const subject = (text.slice(0, start).split(/\s(?:is|are|was|became|has been|serves as|known as)\s/u)[0] ?? '').trim();
  if (/^(?:It|This|We|Our|He|She|The (?:house|site|place|building))\b/u.test(subject)) return true;
  const own = new Set(tokenize(`${title.replace(RELATED, '')} ${heading.text.replace(RELATED, '')}`).map(({ word }) => word));
  return subject.split(/\s+/u).length <= 7 && tokenize(subject).some(({ word }) => word.length > 2 && own.has(word));
}

const isPlural = (word: string) =>
  /s$/u.test(word) &&
  !/ss$/u.test(word) &&
  [word.replace(/s$/u, ''), word.replace(/ies$/u, 'y'), word.replace(/es$/u, '')].some(
    (one) => one !== word && meanings(one, 'noun').length > 0,
  );

export function answerKind(read: FactPage, noun: string): KindAnswer {
  const kind = kindNamed(noun);
  const sex = sexOf(read, noun);
  if (sex) return sex;
  const { page, heading, form } = read;
  const intro = introOf(read);
  if (form.form === 'list' && !isWritingKind(noun)) return { kind: 'other', unit: form.by, why: 'the page is a list' };
  const entries = entriesOf(read, kind);
  if ((entries.length >= ENTRIES || isTableOf(read, kind)) && !isWritingKind(noun))
    return { kind: 'other', unit: heading, why: 'the page lists several' };
  const declared = page.hints.find(({ path, depth }) => path === '@type' && depth === 0)?.value;
  if (declared) {
    const name = declared.replace(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase();
    if (fits(kind, name) || fits(kind, name.split(' ').at(-1) ?? name))
      return { kind: 'shown', unit: namedIn(read, kind) ?? intro, why: `it is declared ${declared}` };
  }
  const { ofTitle, all, own } = introductionsOf(read);
  const isSought = JOB.test(noun) && !isAdvert(read);
  const seeker = isSought
    ? all.find((unit) => SEEKS.test(unit.text) && (unit.tag === 'h1' || /^I\b/u.test(unit.text)) && !/\?|\byou\b/u.test(unit.text))
    : undefined;
  if (seeker) return { kind: 'other', unit: seeker === ofTitle ? heading : seeker, why: 'somebody looks for one' };
  let [best, strength]: [FactUnit | null, number] = [null, 0];
  let other: FactUnit | null = null;
  // a page that looks for volunteers offers no job
  let seemsElse = JOB.test(noun) && all.some(({ text }) => VOLUNTEERS.test(text));
  for (const unit of all) {
    const isType = isOfType(unit);
    for (const { word, frame, at, isBeforeName } of nounsOf(unit)) {
      // “Database Field Notes” is no database
      const isIt = fits(kind, word) && !(isBeforeName && (kind.isDatabase || kind.isSoftware));
      if (frame === 'not' && !isIt) continue;
      const plural = isPlural(word);
      if (isIt) {
        const said = polarityOf(read, unit, at, word.split(' ').length);
        if (said === 'no' && (frame === 'not' || frame === 'is') && isOfSubject(read, unit, unit.tokens[at]?.start ?? 0)) other ??= unit;
        if ((plural && frame !== 'is' && frame !== 'was') || frame === 'not' || said === 'no') continue;
        // “Titan was a graph database”, on a page about another
        const isSaid = isType || frame === 'calls' || (said === 'yes' && !ONE_NAME.test(unit.text));
        if (!isSaid && !isOfSubject(read, unit, unit.tokens[at]?.start ?? 0)) continue;
        if (isGeneral(unit, at + word.split(' ').length)) continue;
        const now = isType ? 3 : frame === 'is' || frame === 'was' ? 2 : frame === 'calls' || unit.tag === 'h1' ? 1 : 0;
        if (now > strength) [best, strength] = [unit === ofTitle ? (namedIn(read, kind) ?? heading) : unit, now];
      } else if (!plural && (isType || frame === 'is')) {
        if (excludes(kind, word) && (isType || isOfSubject(read, unit, unit.tokens[at]?.start ?? 0)))
          other ??= unit === ofTitle ? heading : unit;
        else if (kind.isExclusive || kind.isSoftware)
          seemsElse ||=
            /^(?:implementation|server|client|language|system|engine|port|binding)$/u.test(singular(word)) || excludes(kind, word);
      } else if (!plural && frame === 'calls' && (unit === ofTitle || unit === heading) && excludes(kind, word)) seemsElse = true;
      else if (!plural && frame === 'calls' && unit.isLead && excludes(kind, word)) {
        if (/^(?:An?|Our|This)\s(?:[\p{L}-]+\s){0,2}$/u.test(unit.text.slice(0, unit.tokens[at]?.start ?? 0)) && isNarrow(word))
          other ??= unit;
        else seemsElse = true;
      }
    }
  }
  const isSo = (unit: FactUnit) =>
    [...nounsOf(unit)].some(({ word, frame, at }) => frame === 'is' && fits(kind, word) && polarityOf(read, unit, at) === 'yes');
  const said = strength < 2 && !other ? own.find(isSo) : undefined;
  if (said) [best, strength] = [said, 2];
  if (best && strength >= 2) return { kind: 'shown', unit: best, why: 'the page says that it is one' };
  if (form.form === 'article' && !isWritingKind(noun) && kind.meanings.length > 0)
    return { kind: 'other', unit: form.by, why: 'the page is an article' };
  if (best) return { kind: 'shown', unit: best, why: 'the page calls it one' };
  if (other) return { kind: 'other', unit: other, why: 'the page says that it is something else' };
  const does = doesSo(read, kind, all);
  if (does) return { kind: 'shown', unit: does.tag === 'h1' ? intro : does, why: 'it is a tool for that' };
  if (
    (kind.isPerson && !mentionsPerson(read) && !isAdvert(read)) ||
    form.form !== 'thing' ||
    (!kind.isPerson && (isReport(read) || isProfile(read)))
  )
    seemsElse = true;
  return { kind: seemsElse ? 'else' : 'open', unit: intro, why: 'the page does not say what it is' };
}

/** “An embedded database is a library”: says what such things are. */
const isGeneral = ({ text, tokens }: FactUnit, next: number) =>
  /^An?\s/u.test(text) && /^(?:is|are|can|should|must|may|has|needs)$/u.test(tokens[next]?.word ?? '');

const JOB = /(?:^|\s)(?:jobs?|vacanc(?:y|ies)|positions?|posts?|internships?|apprenticeships?|work)$/iu;
/** “Joiner, 34, looking for work in or near Bristol”. */
const SEEKS =
  /\b(?:looking for|seek(?:s|ing)?|in search of|wants?|available for)\s(?:an?\s|new\s|full[- ]time\s|part[- ]time\s|permanent\s|freelance\s)*(?:work|jobs?|position|employment|role|apprenticeship|internship)\b/iu;

const VOLUNTEERS = /\b(?:volunteers?|volunteering|voluntary (?:work|post|role))\b/iu;

/** The least number of entries naming the kind that make a page a list. */
const ENTRIES = 3;

/** “Hotel Bar”: the noun only modifies the next one. */
const isBeforeNoun = ({ tokens }: FactUnit, { word, at }: Noun): boolean => {
  const next = tokens[at + word.split(' ').length];
  return next !== undefined && next.stem !== '' && meanings(next.word, 'noun').length > 0;
};

/** Entries of lists and tables that begin with the kind: “Two-bed flat”, “Hotel Adler, Graz”; without those that the page's title names. */
function entriesOf({ units, heading, title }: FactPage, kind: Kind): FactUnit[] {
  const own = new Set(tokenize(`${title} ${heading.text}`).map(({ word }) => word));
  return units.filter((unit) => {
    if (!/^(?:li|td|h[234])$/u.test(unit.tag) || unit === heading) return false;
    const [first] = nounsOf({ ...unit, tag: 'h1' });
    return (
      first !== undefined &&
      first.at < 3 &&
      first.frame === 'calls' &&
      fits(kind, first.word) &&
      !own.has(first.word) &&
      !isBeforeNoun(unit, first) &&
      !unit.tokens.slice(0, 4).some(({ word, capital }) => capital && own.has(word))
    );
  });
}

const ANY_THING = /^(?:name|member|who|what|title|item)$/iu;
const [ROWS, COLUMNS] = [4, 3];
/** Whether the page has a table of several things of the kind: its first column names the kind, or has names. */
function isTableOf({ units }: FactPage, kind: Kind): boolean {
  const heads = units.filter(({ tag }) => tag === 'th').map(({ text }) => text);
  const [first = ''] = heads;
  if (heads.length < COLUMNS || !(ANY_THING.test(first) || fits(kind, singular(first)))) return false;
  const names = new Set(units.filter(({ tag, label }) => tag === 'td' && label === first).map(({ text }) => text));
  return names.size >= ROWS;
}

/** The first sentence that names the kind of the page's subject. */
const namedIn = (read: FactPage, kind: Kind): FactUnit | undefined =>
  read.units.find(
    (unit) =>
      !unit.isHeading &&
      [...nounsOf(unit)].some(
        ({ word, frame, at }) =>
          frame !== 'not' &&
          fits(kind, word) &&
          polarityOf(read, unit, at) === 'yes' &&
          isOfSubject(read, unit, unit.tokens[at]?.start ?? 0),
      ),
  );

const TOOLS =
  /\b(?:tools?|programs?|utility|utilities|software|systems?|apps?|applications?|devices?|machines?|kit|service|plugin|module|library|package)\b/iu;

/** Whether a unit names a tool for what the kind does: “a debugging tool” is a debugger. */
function doesSo(read: FactPage, kind: Kind, looked: readonly FactUnit[]): FactUnit | null {
  const term = termOf(kind.noun, ['noun']);
  return (
    looked.find((unit) => {
      const hit = TOOLS.test(unit.text) ? hitOf(unit, term) : null;
      return hit !== null && hit.sure >= 0.86 && hit.sure < 0.95 && polarityOf(read, unit, hit.at, hit.span) === 'yes';
    }) ?? null
  );
}
