import { languageNamed } from '../../../../knowledge/software.ts';
import { meanings } from '../../../../knowledge/wordnet.ts';
import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { fits, kindNamed } from '../../../../language/asks/nouns.ts';
import { qualitiesAsked } from '../../../../language/asks/qualities.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { polarityOf } from '../said.ts';
import { type Hit, hitOf, type Term, termOf } from '../terms.ts';
import { answerFeature } from '../types/feature.ts';
import { introductionsOf } from './introductions.ts';
import { sexOf } from './sex.ts';

/** An adjective: “part-time”, “Alpine”, “organic”. */
const ADJECTIVE = /(?:ly|-\p{L}+|ed|al|ic|time|line|an|en|ive|ous|able|ar|ary|ine)$/u;
const SURE = 0.85;
/** Whether a word is a noun and not an adjective. */
const isNoun = ({ word }: Term) => meanings(word, 'noun').length > 0 && meanings(word, 'adjective').length === 0;

/** “Graph”, “XML”, “streaming”: a word that is no adjective, or a participle. */
const isModelName = ({ word }: Term) => meanings(word, 'adjective').length === 0 || /ing$/u.test(word);

/** How many words of a phrase may be between a data model and the kind: “graph and document database”. */
const APART = 3;
/** What else a data model may be beside: “a document store”, “the graph model”. */
const MODELLED = /^(?:stores?|engines?|models?|dbms|servers?|systems?|platforms?|data)$/u;
/** Whether a noun that classifies databases is beside the kind: “graph database”, “a database for time series”. */
function isBesideKind({ tokens }: FactUnit, { at, span }: Hit, noun: string): boolean {
  const kind = kindNamed(noun);
  const isKind = ({ word }: { word: string }) => MODELLED.test(word) || fits(kind, word);
  const before = tokens.slice(Math.max(0, at - APART - 2), at);
  return (
    tokens.slice(at + span, at + span + APART).some(isKind) || (/^(?:for|of)$/u.test(before.at(-1)?.word ?? '') && before.some(isKind))
  );
}

/** Whether the page introduces its subject with these words, or asserts the quality in one of its known phrases. */
export function answerQuality(
  read: FactPage,
  { words, text }: Pick<Extract<Ask, { type: 'quality' }>, 'words' | 'text'>,
  noun: string,
): Answer {
  const sex = words.length === 1 ? sexOf(read, words[0] ?? '') : null;
  if (sex)
    return sex.kind === 'shown'
      ? { says: 'yes', unit: sex.unit, why: sex.why }
      : sex.kind === 'other'
        ? { says: 'no', unit: sex.unit, why: sex.why }
        : OPEN;
  const terms = words.map((word) => termOf(word));
  const kind = termOf(noun, ['noun']);
  const { ofTitle, all, own } = introductionsOf(read);
  const isAdjective = ADJECTIVE.test(words[0] ?? '');
  const isModel = kindNamed(noun).isDatabase && terms.every(isModelName);
  for (const unit of [...all, ...own]) {
    const hits = terms.map((term) => hitOf(unit, term));
    const [first] = hits;
    if (!first || !hits.every((hit) => hit && hit.sure >= SURE) || polarityOf(read, unit, first.at, first.span) !== 'yes') continue;
    if (isModel && !isBesideKind(unit, first, noun)) continue;
    const isNear = words.length > 1 || isAdjective || unit.tag === 'h1' || hitOf(unit, kind) !== null || (unit.isLead && first.at < 6);
    if (isNear) return { says: 'yes', unit: unit === ofTitle ? read.heading : unit, why: 'it is introduced in these words' };
  }
  if (isModel) return OPEN;
  const said = answerFeature(read, { words, text, isDenied: false });
  const isKnown = qualitiesAsked(text).length > 0 || (words.length === 1 && languageNamed(words[0] ?? '') !== null);
  if (said.says === 'no' && !isKnown) return { ...OPEN, unit: said.unit };
  if (isKnown || said.says === 'yes') return said;
  // a noun before the kind is part of its name: a “language school” that mentions its languages
  const named = terms.every(isNoun)
    ? read.units.find((unit) => terms.every((term) => (hitOf(unit, term) ?? hitOf(unit.over, term)) !== null))
    : undefined;
  return named ? { says: 'yes', unit: named, why: 'the page mentions it', isNamed: true } : said;
}
