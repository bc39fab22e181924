import type { Category } from '../domain/webset-state.ts';
import type { Constraint } from './constraints/constraint.ts';
import { categoryOf } from './request/category.ts';
import { planRequest, type RequestPlan } from './request/criteria.ts';
import { parseRequest } from './request/parse.ts';
import { type Column, columnNamed } from './wanted.ts';

export interface Suggestion {
  /** The number of results in the request; null if none. */
  target: number | null;
  /** The category of the wanted thing, if the request's words say so; else null. */
  category: Category | null;
  /**
   * The criteria that a run would derive: at most five, the wanted thing first. The description is empty when the label says everything.
   */
  criteria: { label: string; description: string }[];
  /** Why the request is one criterion (request/criteria.ts); null if it was divided. */
  whole: RequestPlan['whole'];
  /** The columns that the request asks for, then those of its bounds, then those usual for the category; at most six. */
  columns: Column[];
}

const SUGGESTIONS_MAX = 6;

/** The usual columns of a category. */
const USUAL: Record<Category, string[]> = {
  people: ['role', 'employer', 'website'],
  companies: ['website', 'headquarters', 'founding year'],
  research: ['authors', 'publication date', 'journal'],
  articles: ['author', 'publication date'],
  posts: ['author', 'publication date'],
};

const EVENTS: [RegExp, string][] = [
  [/^first|^initially|^originally/u, 'first release'],
  [/found|establish|incorporat|started|formed|in business|opened|begun|active/u, 'founding year'],
  [/updated/u, 'last update'],
  [/born/u, 'date of birth'],
  [/releas|launch|introduc|announc|develop|built|created/u, 'release date'],
];

function fieldOf(constraint: Constraint, category: Category | null): string | null {
  if (constraint.kind === 'place') return /^offices?|\san? office|with offices?/u.test(constraint.relation) ? 'offices' : 'location';
  if (constraint.kind === 'time') {
    const known = EVENTS.find(([event]) => event.test(constraint.event))?.[1];
    return known ?? (category === 'companies' ? 'founding year' : 'publication date');
  }
  if (constraint.kind === 'number') return measureOf(constraint);
  if (constraint.kind !== 'attribute') return null;
  if (/licen[sc]/iu.test(constraint.text)) return 'licence';
  if (/\b(?:written|implemented|programmed|coded)\b/iu.test(constraint.text)) return 'programming language';
  return /\bbuilt (?:with|on|using)\b/iu.test(constraint.text) ? 'technologies' : null;
}

function measureOf({ text, about, unit, currency }: Extract<Constraint, { kind: 'number' }>): string | null {
  const at = text.toLowerCase().indexOf(unit);
  if (!currency) return unit === '' || /^(?:%|percent|years?)/u.test(unit) ? null : `number of ${text.slice(at, at + unit.length)}`;
  if (/rais|fund/iu.test(`${about} ${unit}`)) return 'funding';
  return /revenue|earn|turnover|sales/iu.test(`${about} ${unit}`) ? 'revenue' : 'price';
}

/** The criteria and columns for a request, without storing anything. By rule only; accepts any string. */
export function suggestPlan(request: string, chosen: Category | null): Suggestion {
  const { constraints, wanted, topic } = parseRequest(request);
  const { target, criteria, whole } = planRequest(request);
  const requested = categoryOf(topic);
  const category = chosen ?? requested;
  const bounded = constraints.map((constraint) => fieldOf(constraint, category)).filter((field) => field !== null);
  const drafts = [...wanted, ...bounded.map(columnNamed), ...(category ? USUAL[category] : ['website']).map(columnNamed)];
  const columns = new Map<string, Column>();
  for (const column of drafts) {
    const key = column.label.toLowerCase();
    if (column.label !== '' && !columns.has(key) && columns.size < SUGGESTIONS_MAX) columns.set(key, column);
  }
  return {
    target,
    category: requested,
    criteria,
    whole,
    columns: [...columns.values()],
  };
}
