import type { AskType, Grounds } from '../../../domain/page/grounds.ts';
import { type Answer, type Ask, OPEN } from '../../../language/asks/ask.ts';
import { asksOf } from '../../../language/asks/asks.ts';
import { kindAsks } from '../../../language/asks/kind.ts';
import { isWritingKind } from '../../../language/asks/nouns.ts';
import { isKindOf, kindLabelOf } from '../../../language/request/kind.ts';
import type { Finding, Question } from '../finding.ts';
import { askingWords } from '../rules/claims/claims.ts';
import { statementOf } from '../rules/types/statement.ts';
import type { Reading } from '../text/reading.ts';
import { type FactPage, factPageOf, introOf } from './fact-page.ts';
import { answerKind, type KindAnswer } from './kinds/kind.ts';
import { answerQuality } from './kinds/quality.ts';
import { answerNumber } from './numbers/number.ts';
import { answerOffice } from './places/office.ts';
import { answerPlace } from './places/place.ts';
import { answerContrary } from './qualities.ts';
import { answerAbsence } from './types/absence.ts';
import { answerDate, isOfPage } from './types/date.ts';
import { usualEvent } from './types/events.ts';
import { answerFeature } from './types/feature.ts';
import { answerLanguage } from './types/language.ts';
import { answerLicence } from './types/licence.ts';
import { answerMonth } from './types/month.ts';
import { answerTongue } from './types/tongue.ts';
import { answerWeekday } from './types/weekday.ts';

/** The finding of a page's facts for a criterion, and the fact that decided it. */
export interface FactFinding extends Finding {
  by: Grounds;
  /** Whether the page is about other things, as a list or an article is. */
  isOfOthers?: true;
}

/** Judges each criterion by the page's facts, keyed by criterion id. Criteria on which the facts say nothing are left out. */
export function judgeByFacts(reading: Reading, request: string, criteria: readonly Question[]): Map<string, FactFinding> {
  const read = factPageOf(reading);
  if (!read) return new Map();
  const noun = nounOf(request);
  return new Map(
    criteria.flatMap((criterion): [string, FactFinding][] => {
      const found = judge(read, criterion, { noun, isKind: isKindOf(request, criterion.label) });
      return found ? [[criterion.id, found]] : [];
    }),
  );
}

/** The noun of the thing that a request looks for; '' if it names none. */
function nounOf(request: string): string {
  const label = kindLabelOf(request);
  const [kind] = label ? kindAsks(label) : [];
  return kind?.type === 'kind' ? kind.noun : '';
}

/** Types of question that only facts decide: a page without a fact of the type leaves them open. */
const TYPED = new Set<AskType>(['absence', 'place', 'number', 'date', 'weekday', 'month', 'licence', 'language']);

/** A kind other than the one looked for is judged by words as little as a quality is. */
const groundsOf = ({ type }: Ask): AskType => (type === 'kind' ? 'quality' : type === 'tongue' ? 'language' : type);

interface Looked {
  noun: string;
  isKind: boolean;
}

function judge(read: FactPage, { label, description }: Question, looked: Looked): FactFinding | null {
  // a criterion that is a whole sentence is compared with the page's sentences instead
  if (statementOf(label, description)) return null;
  const asks = asksOf(askingWords(label, description), looked.isKind);
  const kindAsk = looked.isKind ? asks.find((ask) => ask.type === 'kind') : undefined;
  const kind = kindAsk?.type === 'kind' ? answerKinds(read, kindAsk) : null;
  const others = asks.filter((ask) => ask !== kindAsk);
  if (kind?.kind === 'other') return findingOf('no_match', 'contradicted', kind, { type: 'kind', rank: kind.unit.rank, kind: 'other' });
  const answers = others.map((ask) => ({ ask, answer: answerTo(read, ask, looked.noun) }));
  const grounds = ({ ask, answer }: (typeof answers)[number]): Grounds => ({
    type: groundsOf(ask),
    rank: answer.unit?.rank ?? 2,
    kind: kind?.kind ?? null,
  });
  const denied = answers.find(({ answer }) => answer.says === 'no');
  if (denied) return findingOf('no_match', 'contradicted', denied.answer, grounds(denied));
  const [first] = answers;
  const isNamed = kind !== null && kind.kind !== 'shown' && answers.some(({ answer }) => answer.isNamed);
  if (isNamed && first && answers.every(({ answer }) => answer.says === 'yes'))
    return {
      verdict: 'needs_review',
      reason: 'silent',
      quote: first.answer.unit?.text ?? null,
      note: 'The page does not say.',
      by: { type: 'kind', rank: kind.unit.rank, kind: kind.kind },
    };
  if (first && answers.every(({ answer }) => answer.says === 'yes')) return findingOf('match', 'stated', first.answer, grounds(first));
  const some = answers.find(({ answer }) => answer.says === 'yes' || answer.says === 'part');
  if (some) return findingOf('partial', 'part', some.answer, grounds(some));
  // on a list or an article, words say no more than facts
  const isAboutOthers = read.form.form !== 'thing' && !isWritingKind(looked.noun);
  const typed = answers.find(({ ask }) => isAboutOthers || TYPED.has(groundsOf(ask)));
  if (!kind) return typed ? { ...openBy(typed.ask, typed.answer), ...(isAboutOthers && { isOfOthers: true as const }) } : null;
  // what the description asks besides the kind is left to the words
  if (description?.trim()) return null;
  if (kind.kind === 'shown' && answers.length === 0)
    return findingOf('match', 'stated', kind, { type: 'kind', rank: kind.unit.rank, kind: 'shown' });
  const by = { type: 'kind' as const, rank: kind.unit.rank, kind: kind.kind };
  return {
    verdict: 'needs_review',
    reason: 'silent',
    quote: answers.length === 0 ? introOf(read).text : null,
    note: 'The page does not say.',
    by,
  };
}

/** An open finding for a question that only facts decide; it quotes the fact that comes nearest. */
function openBy(ask: Ask, { says, unit, why }: Answer): FactFinding {
  const by: Grounds = { type: groundsOf(ask), rank: unit?.rank ?? 2, kind: null };
  if (!unit) return { verdict: 'needs_review', reason: 'silent', quote: null, note: 'The page does not say.', by };
  const note = says === 'both' ? sentenceOf(why) : 'The page comes close to it, but its words are not conclusive.';
  return { verdict: 'needs_review', reason: says === 'both' ? 'conflict' : 'ambiguous', quote: unit.text, note, by };
}

const OF_SUBJECT =
  /^(?:the (?:company|firm|organi[sz]ation|startup|business|project|product|software|tool|database|page|result)|it|they)\b/iu;

/** What contradicts a sentence about the page's subject: a number, date or place (“The company has more than 100 employees”); or null. */
export function contradictionOf(reading: Reading, sentence: string): Finding | null {
  const read = OF_SUBJECT.test(sentence) ? factPageOf(reading) : null;
  if (!read) return null;
  const asks = asksOf(sentence, false).filter(({ type }) => type === 'number' || type === 'date' || type === 'place');
  const no = asks.map((ask) => answerTo(read, ask, '')).find(({ says }) => says === 'no');
  return no ? { verdict: 'no_match', reason: 'contradicted', quote: no.unit?.text ?? null, note: sentenceOf(no.why) } : null;
}

const sentenceOf = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}.`;

/** Of two alternative kinds, the one that the page shows, else the one that it excludes less. */
function answerKinds(read: FactPage, { noun, or }: Extract<Ask, { type: 'kind' }>): KindAnswer {
  const [one, other] = [answerKind(read, noun), or ? answerKind(read, or) : null];
  const rank = ({ kind }: KindAnswer) => ['shown', 'open', 'else', 'other'].indexOf(kind);
  return other && rank(other) < rank(one) ? other : one;
}

const findingOf = (
  verdict: Finding['verdict'],
  reason: Finding['reason'],
  { unit, why }: Pick<Answer, 'unit' | 'why'>,
  by: Grounds,
): FactFinding => ({
  verdict,
  reason,
  quote: unit?.text ?? null,
  note: sentenceOf(why),
  by,
});

const TURNED = { yes: 'no', no: 'yes', part: 'open', both: 'both', open: 'open' } as const;
/** The answer to the negated question. */
const turned = (answer: Answer, isDenied: boolean): Answer => (isDenied ? { ...answer, says: TURNED[answer.says] } : answer);

function answerTo(read: FactPage, ask: Ask, noun: string): Answer {
  // a list or an article is about other things, unless lists or articles are looked for
  const isOfIt = ask.type === 'date' && isOfPage(ask.event || usualEvent(noun));
  if (read.form.form !== 'thing' && !isWritingKind(noun) && !isOfIt) return OPEN;
  switch (ask.type) {
    case 'kind': {
      const { kind, ...shown } = answerKinds(read, ask);
      return { ...shown, says: kind === 'shown' ? 'yes' : kind === 'other' ? 'no' : 'open' };
    }
    case 'quality':
      return answerQuality(read, ask, noun);
    case 'place':
      return ask.isOffice ? answerOffice(read, ask.places, ask.isDenied) : answerPlace(read, ask, noun);
    case 'number':
      return answerNumber(read, ask, noun);
    case 'date':
      return answerDate(read, ask, noun);
    case 'weekday':
      return answerWeekday(read, ask);
    case 'month':
      return answerMonth(read, ask);
    case 'licence':
      return turned(answerLicence(read, ask), ask.isDenied);
    case 'language':
      return turned(answerLanguage(read, ask), ask.isDenied);
    case 'tongue':
      return answerTongue(read, ask);
    case 'absence':
      return answerContrary(read, ask.text) ?? answerAbsence(read, ask);
    case 'feature':
      return answerContrary(read, ask.text) ?? answerFeature(read, ask);
  }
}
