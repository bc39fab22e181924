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

/** What the facts of a page say of a criterion. */
export interface FactFinding extends Finding {
  by: Grounds;
}

/** What the page's facts say of each criterion, by its id; one that they say nothing of is left out. */
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

/** The noun of what a request looks for; '' where it names none. */
function nounOf(request: string): string {
  const label = kindLabelOf(request);
  const [kind] = label ? kindAsks(label) : [];
  return kind?.type === 'kind' ? kind.noun : '';
}

/** What facts alone tell: a page that is silent on it says neither yes nor no. */
const TYPED = new Set<AskType>(['absence', 'place', 'number', 'date', 'weekday', 'month', 'licence', 'language']);

/** Of a kind that is not what is looked for, words say as little as of a quality. */
const groundsOf = ({ type }: Ask): AskType => (type === 'kind' ? 'quality' : type === 'tongue' ? 'language' : type);

interface Looked {
  noun: string;
  isKind: boolean;
}

function judge(read: FactPage, { label, description }: Question, looked: Looked): FactFinding | null {
  // a whole sentence is held against the page's sentences
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
  // of a list or an article words tell no more than facts
  const isAboutOthers = read.form.form !== 'thing' && !isWritingKind(looked.noun);
  const typed = answers.find(({ ask }) => isAboutOthers || TYPED.has(groundsOf(ask)));
  if (!kind) return typed ? openBy(typed.ask, typed.answer) : null;
  // what the description asks beside the kind is for the words
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

/** What facts alone tell, and do not settle: what comes nearest is shown. */
function openBy(ask: Ask, { says, unit, why }: Answer): FactFinding {
  const by: Grounds = { type: groundsOf(ask), rank: unit?.rank ?? 2, kind: null };
  if (!unit) return { verdict: 'needs_review', reason: 'silent', quote: null, note: 'The page does not say.', by };
  const note = says === 'both' ? sentenceOf(why) : 'The words come near it but do not settle it.';
  return { verdict: 'needs_review', reason: says === 'both' ? 'conflict' : 'ambiguous', quote: unit.text, note, by };
}

const OF_SUBJECT =
  /^(?:the (?:company|firm|organi[sz]ation|startup|business|project|product|software|tool|database|page|result)|it|they)\b/iu;

/** What contradicts a whole sentence about the page's subject by its number, day or place: “The company has more than 100 employees as of today”; null where nothing does. */
export function contradictionOf(reading: Reading, sentence: string): Finding | null {
  const read = OF_SUBJECT.test(sentence) ? factPageOf(reading) : null;
  if (!read) return null;
  const asks = asksOf(sentence, false).filter(({ type }) => type === 'number' || type === 'date' || type === 'place');
  const no = asks.map((ask) => answerTo(read, ask, '')).find(({ says }) => says === 'no');
  return no ? { verdict: 'no_match', reason: 'contradicted', quote: no.unit?.text ?? null, note: sentenceOf(no.why) } : null;
}

const sentenceOf = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}.`;

/** Of a choice of kinds the one that the page shows, else the one that it is least surely none of. */
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
/** The answer to the contrary of what was asked. */
const turned = (answer: Answer, isDenied: boolean): Answer => (isDenied ? { ...answer, says: TURNED[answer.says] } : answer);

function answerTo(read: FactPage, ask: Ask, noun: string): Answer {
  // what a list or an article says is said of what it speaks of, unless that is what is looked for
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
