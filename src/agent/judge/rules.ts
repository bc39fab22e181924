/** The rules that can be turned off one by one, to see what each earns (bench/judge, docs/agent.md). */
export const RULES = [
  'cells', // "Licence: MIT", a definition, a table's cell
  'sections', // short sections under a heading that names what they give
  'phrases', // sentences in a set phrase: "written by", "the sponsor is"
  'edges', // what stands at a page's head or foot goes before what stands between
  'states', // draft, final, rejected, acquired, in other words
  'whole-lists', // who or what is not on a list is not so
  'topics', // title, labels and first sentences say what a page is about
  'statements', // whole sentences by the support of a few passages
  'kinds', // a key-value store is a database
  'cities', // GeoNames
  'entries', // an entry of a list of others is not the page's own
  'headings', // the heading over a sentence is context
  'negation', // not, no longer, never
  'hypothesis', // will, may, planned
  'conflict', // the page says both
  'on-topic', // a page that has none of the request's words is no match
] as const;
export type Rule = (typeof RULES)[number];

/** The rules turned off; empty but in a measurement. */
export const off = new Set<Rule>();
