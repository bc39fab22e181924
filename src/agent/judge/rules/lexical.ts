import type { VerdictReason } from '../../../domain/verdict.ts';
import { qualitiesAsked } from '../../../language/asks/qualities.ts';
import { isKindOf } from '../../../language/request/kind.ts';
import { type FactFinding, judgeByFacts } from '../facts/judge-facts.ts';
import type { Finding, JudgeInput, Judgement, Question, ValueFinding } from '../finding.ts';
import { isForeign } from '../text/language.ts';
import { readFor } from '../text/reading.ts';
import { withQualifiersChecked } from './bearing.ts';
import { extract } from './columns/extract.ts';
import { isOnTopic } from './on-topic.ts';
import { judgeCriterion, withDegree } from './verdict.ts';

const foreign = 'The page is written in another language than the request.';

const alien = 'But the page is not about what is looked for.';

/** Reasons for which the words' verdict stays open, whatever the facts say. */
const STAYS = new Set<VerdictReason>(['conflict', 'hypothetical', 'comparison']);

/** Chooses between the verdicts by facts and by words: facts alone decide the kind; otherwise facts decide what the words leave open. */
function preferred(fact: FactFinding | undefined, words: Finding, { label }: Question): Finding {
  if (!fact) return words;
  if (fact.by.kind !== null) {
    // the page does not show its kind, but has words that name it
    const isOpen = fact.by.kind === 'open' || fact.by.kind === 'else';
    // words that name the kind are the better quote
    if (fact.by.kind === 'shown' && fact.by.type === 'kind' && words.verdict === 'match') return { ...fact, quote: words.quote };
    return isOpen && fact.verdict !== 'match' && words.verdict === 'match' ? { ...words, by: { ...fact.by, type: 'kind' } } : fact;
  }
  if (fact.isOfOthers) return fact;
  if (fact.verdict === 'needs_review') {
    if (words.verdict !== 'needs_review') return { ...words, by: { ...fact.by, isWorded: true } };
    return words.reason === 'silent' ? fact : words;
  }
  // “nut-free”: facts judge absences more reliably than words do
  if (fact.by.type === 'absence' && fact.verdict === 'match') return fact;
  // “no weekends” for “weekends off”: the known phrases for a quality are more reliable than its words
  const isContrary = [fact.verdict, words.verdict].every((one) => one === 'match' || one === 'no_match') && fact.verdict !== words.verdict;
  if (isContrary && fact.by.type === 'feature' && qualitiesAsked(label).length > 0) return fact;
  if (words.verdict === 'partial') return fact.verdict === 'partial' ? words : fact;
  const isSaid = words.verdict === 'match' || (words.verdict === 'no_match' && words.reason === 'contradicted') || STAYS.has(words.reason);
  return isSaid ? words : fact;
}

/** Judges one page by the rules, without a model. Never throws: what the rules cannot decide is `needs_review`. */
export function judgeByRules({ page, request, criteria, columns }: JudgeInput): Judgement<Finding, ValueFinding> {
  const verdicts = new Map<string, Finding>();
  const values = new Map<string, ValueFinding>();
  const words = [request, ...criteria.map(({ label }) => label)].join(' ');
  if (isForeign(page, words)) {
    for (const { id } of criteria) verdicts.set(id, { verdict: 'needs_review', reason: 'language', quote: null, note: foreign });
    for (const { id } of columns) values.set(id, { value: null, reason: 'language', quote: null, note: foreign });
    return { verdicts, values };
  }
  const reading = readFor(page);
  const byFacts = judgeByFacts(reading, request, criteria);
  for (const criterion of criteria) {
    const byWords = judgeCriterion(reading, criterion, request);
    const found = withDegree(criterion, preferred(byFacts.get(criterion.id), byWords, criterion));
    verdicts.set(criterion.id, withQualifiersChecked(reading, criterion, found));
  }
  const isMatch = [...verdicts.values()].every(({ verdict }) => verdict === 'match');
  const isKindJudged = criteria.some(({ id, label }) => byFacts.has(id) && (byFacts.get(id)?.by.kind !== null || isKindOf(request, label)));
  if (isMatch && !isKindJudged && !isOnTopic(reading, request))
    for (const [id, finding] of verdicts)
      verdicts.set(id, { ...finding, verdict: 'needs_review', reason: 'ambiguous', note: `${finding.note} ${alien}` });
  for (const column of columns) values.set(column.id, extract(reading, column, request));
  return { verdicts, values };
}
