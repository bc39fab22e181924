import type { Finding, JudgeInput, Judgement, ValueFinding } from '../finding.ts';
import { isForeign } from '../text/language.ts';
import { readFor } from '../text/reading.ts';
import { extract } from './columns/extract.ts';
import { isOnTopic } from './on-topic.ts';
import { judgeCriterion } from './verdict.ts';

const foreign = 'The page is written in another language than the request.';

const alien = 'But the page does not speak of what is looked for.';

/** Judges one page by the rules, without a model. Never throws: what the rules cannot tell is needs_review. */
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
  for (const criterion of criteria) verdicts.set(criterion.id, judgeCriterion(reading, criterion, request));
  const isMatch = [...verdicts.values()].every(({ verdict }) => verdict === 'match');
  if (isMatch && !isOnTopic(reading, request))
    for (const [id, finding] of verdicts)
      verdicts.set(id, { ...finding, verdict: 'needs_review', reason: 'ambiguous', note: `${finding.note} ${alien}` });
  for (const column of columns) values.set(column.id, extract(reading, column, request));
  return { verdicts, values };
}
