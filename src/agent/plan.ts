import type { Category } from '../domain/webset-state.ts';
import { kindAsks } from '../language/asks/kind.ts';
import { planRequest } from '../language/request/criteria.ts';
import { kindLabelOf } from '../language/request/kind.ts';
import { singular } from '../language/request/labels.ts';
import { parseRequest } from '../language/request/parse.ts';
import { shorten } from '../language/request/text.ts';

export interface PlanInput {
  query: string;
  category: Category | null;
  notes: string | null;
  criteria: { label: string; description: string | null }[];
  columns: { label: string; description: string | null }[];
}

export interface Plan {
  /** One to six different queries; at least four for a request that has words. */
  queries: string[];
  /** The webset's criteria, or those that its request implies when it has none. */
  criteria: { label: string; description: string | null }[];
  derived: boolean;
}

/** Brave has the lowest limit of all providers: 400 characters and 50 words. */
const QUERY_MAX = 200;
const WORDS: Record<Category, string[]> = {
  people: ['profile', 'biography', 'team'],
  companies: ['company', 'about us', 'companies'],
  research: ['paper', 'study', 'research'],
  articles: ['article', 'news', 'report'],
  posts: ['discussion', 'post', 'blog'],
};
const ANY = ['list', 'overview', 'official site'];

const tidy = (words: string) =>
  shorten(words.replace(/["“”]/gu, '').replace(/\s+/gu, ' ').trim(), QUERY_MAX).split(' ').slice(0, 40).join(' ');

/** Drops repeated words. */
const once = (words: string) => {
  const seen = new Set<string>();
  return words
    .split(/\s+/u)
    .filter((word) => seen.size < seen.add(word.toLowerCase()).size)
    .join(' ');
};

/** Drops numbers and dates, which match pages by chance. */
const searchable = (text: string) => {
  const { topic, constraints } = parseRequest(text);
  const kept = constraints.filter(({ kind }) => kind === 'attribute' || kind === 'place');
  return {
    topic,
    attributes: kept.filter(({ kind }) => kind === 'attribute').map(bare),
    places: kept.filter(({ kind }) => kind === 'place').map(bare),
  };
};
const bare = (constraint: { text: string }) =>
  constraint.text.replace(/^(?:and\s|but\s)?(?:that|which|who|with|and)\s(?:(?:is|are|has|have|was|were)\s)?/iu, '');

/** The noun that a request looks for: “cinema” for “cinemas run by volunteers”; '' where there is none. */
function nounOf(request: string): string {
  const label = kindLabelOf(request);
  const [kind] = label ? kindAsks(label) : [];
  return kind?.type === 'kind' ? kind.noun : '';
}

/** Words of bounds and conjunctions, which find nothing, and numbers, which match pages by chance. */
const BOUNDS =
  /(?:\b(?:more|less|fewer|at least|at most|than|over|under|or (?:more|later|newer|fewer|less|earlier)|only|still|currently|has|have|had|is|are|was|were|been|an?|the|and|or|not|no|any|any other|in|on|of|by|before|after|since|from|until|between|it|its|that|which|this|these|to|with|for|where|what|whose|who)\b|\p{N}[\p{N}.,]*\+?)/giu;
const wordsOf = ({ label, description }: { label: string; description: string | null }) => `${label} ${description ?? ''}`;
const telling = (text: string, most: number) =>
  [...new Set(text.replace(BOUNDS, ' ').match(/[\p{L}][\p{L}'’-]*/gu) ?? [])].slice(0, most).join(' ');

/** The years that a bound allows, nearest first: pages name a year, never "before 2016". */
function yearsOf(texts: string[]): string {
  const bounds = texts.flatMap((text) => parseRequest(text).constraints).filter((one) => one.kind === 'time');
  const years = bounds.flatMap(({ from, to }) => {
    const [low, high] = [from, to].map((day) => (day ? Number(day.slice(0, 4)) : null));
    if (low === null && high) return [high, high - 1, high - 2, high - 3];
    return low ? [low, low + 1, low + 2, low + 3].filter((year) => !high || year <= high) : [];
  });
  return [...new Set(years)].slice(0, 4).join(' ');
}

/**
 * The search queries of a request, in this order: topic and places; attributes; words of criteria and columns beside the topic's noun; the
 * years that a bound allows; the words of the category (docs/agent.md).
 */
export function plan({ query, category, notes, criteria, columns }: PlanInput): Plan {
  const { topic, attributes, places } = searchable(query);
  const where = places.join(' ');
  const asked = criteria.map(({ label }) => searchable(label)).flatMap((part) => [...part.attributes, ...part.places]);
  const others = [...new Map([...attributes, ...asked].map((words) => [words.toLowerCase(), words])).values()].filter(
    (words) => !topic.toLowerCase().includes(words.toLowerCase()),
  );
  const noted = notes ? searchable(notes).topic : '';
  const noun =
    nounOf(query) ||
    (singular(topic)
      .split(/\s(?:for|of|in|on|about|with|using|that|which|who|where|by|from|to|at|whose)\s/iu)[0]
      ?.split(/\s/u)
      .at(-1) ??
      '');
  const years = yearsOf([query, ...criteria.map(({ label }) => label)]);
  const drafts = [
    `${topic} ${where}`,
    `${topic} ${others.join(' ')} ${where}`,
    ...(noted ? [`${topic} ${shorten(noted, 80)}`] : []),
    ...criteria.slice(0, 2).map((one) => `${noun} ${telling(wordsOf(one), 9)}`),
    ...(columns.length > 0 ? [`${noun} ${telling(columns.map(({ label }) => label).join(' '), 9)}`] : []),
    ...(years ? [`${noun} ${telling(criteria.map(({ label }) => label).join(' '), 4)} ${years}`] : []),
    ...criteria.slice(2, 3).map((one) => `${noun} ${telling(wordsOf(one), 9)}`),
    ...others.slice(0, 2).map((words) => `${singular(topic)} ${words} ${where}`),
    ...(category ? WORDS[category] : ANY).map((word) => `${topic} ${where} ${word}`),
    ...ANY.map((word) => `${singular(topic)} ${where} ${word}`),
  ];
  const queries = new Map<string, string>();
  for (const draft of drafts.map(once).map(tidy))
    if (draft && queries.size < 6 && !queries.has(draft.toLowerCase())) queries.set(draft.toLowerCase(), draft);
  const derived = criteria.length === 0;
  return {
    queries: [...queries.values()],
    criteria: derived
      ? planRequest(query).criteria.map(({ label, description }) => ({ label, description: description || null }))
      : criteria,
    derived,
  };
}
