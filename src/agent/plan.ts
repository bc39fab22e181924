import { deriveCriteria, parseRequest, shorten, singular } from '../domain/request.ts';
import type { Category } from '../domain/webset.ts';

export interface PlanInput {
  query: string;
  category: Category | null;
  notes: string | null;
  criteria: { label: string; description: string | null }[];
  columns: { label: string; description: string | null }[];
}

export interface Plan {
  /** One to six differing search queries; four at least for a request that has words. */
  queries: string[];
  /** The criteria to judge by: the webset's own, or, when it has none, the ones its request implies. */
  criteria: { label: string; description: string | null }[];
  derived: boolean;
}

/** Brave takes 400 characters and 50 words, the least of the providers. */
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

/** What the search words may say: no numbers and dates, which match pages by chance. */
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

/** The search queries of a request: topic and places, then each attribute and criterion beside them, then the category's own words (reference: planning). */
export function plan({ query, category, notes, criteria }: PlanInput): Plan {
  const { topic, attributes, places } = searchable(query);
  const where = places.join(' ');
  const asked = criteria.map(({ label }) => searchable(label)).flatMap((part) => [...part.attributes, ...part.places]);
  const others = [...new Set([...attributes, ...asked])].filter((words) => !topic.toLowerCase().includes(words.toLowerCase()));
  const noted = notes ? searchable(notes).topic : '';
  const drafts = [
    `${topic} ${where}`,
    `${topic} ${others.join(' ')} ${where}`,
    ...others.slice(0, 2).map((words) => `${singular(topic)} ${words} ${where}`),
    ...(noted ? [`${topic} ${shorten(noted, 80)}`] : []),
    ...(category ? WORDS[category] : ANY).map((word) => `${topic} ${where} ${word}`),
    ...ANY.map((word) => `${singular(topic)} ${where} ${word}`),
  ];
  const queries = new Map<string, string>();
  for (const draft of drafts.map(tidy))
    if (draft && queries.size < 6 && !queries.has(draft.toLowerCase())) queries.set(draft.toLowerCase(), draft);
  const derived = criteria.length === 0;
  return { queries: [...queries.values()], criteria: derived ? deriveCriteria(query) : criteria, derived };
}
