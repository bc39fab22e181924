import { z } from 'zod';
import type { SearchQuery } from '../../ports.ts';
import { SearchFailure } from '../provider.ts';

/** A tool as its server lists it. */
export interface Tool {
  name: string;
  inputSchema: unknown;
}

const RESULTS = 20;
const NAMED_MAX = 30;

const property = z.looseObject({
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  anyOf: z
    .array(z.looseObject({ type: z.string().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
});
const schema = z.looseObject({
  properties: z.record(z.string(), property).catch({}),
  required: z.array(z.string()).catch([]),
});
type Property = z.output<typeof property>;

/** Common names of the argument for a query, in order of preference. */
const QUERY = [
  'query',
  'q',
  'search_query',
  'searchquery',
  'search_queries',
  'queries',
  'objective',
  'question',
  'keywords',
  'search_term',
  'term',
  'search',
  'text',
  'input',
  'prompt',
];
const COUNT =
  /^(num|number|count|limit|size|k|top_?k|max)(_?of)?(_?(results|items|hits|count|num))?$|^(results|page)_?(count|size|limit)$|^n(um)?results$/i;
const PAGE = /^(page|page_?(no|num|number|index))$/i;

const plain = (name: string) => name.toLowerCase().replaceAll('-', '_');
const kindsOf = ({ type, anyOf }: Property): string[] => [type ?? [], anyOf?.map((one) => one.type ?? []) ?? []].flat(2);
const isText = (one: Property) => !one.enum && kindsOf(one).includes('string');
const isTexts = (one: Property) => kindsOf(one).includes('array');
const isNumber = (one: Property) => kindsOf(one).some((kind) => kind === 'integer' || kind === 'number');

const listed = (tools: readonly Tool[]) =>
  tools.length === 0
    ? 'it has none'
    : `it has ${tools
        .slice(0, NAMED_MAX)
        .map(({ name }) => name.slice(0, 80))
        .join(', ')}`;

/**
 * The tool of that name; without a name the only one, else the only search tool, preferably of the web. Throws SearchFailure, which lists
 * the tools.
 */
export function toolFor(tools: readonly Tool[], wanted: string | undefined): Tool {
  const fail = (why: string) =>
    new SearchFailure('misconfigured', `The MCP server ${why}: ${listed(tools)}; set MCP_SEARCH_TOOL to one that searches`);
  if (wanted !== undefined) {
    const named = tools.find(({ name }) => name === wanted);
    if (named) return named;
    throw fail(`has no tool ${wanted}`);
  }
  const searches = tools.filter(({ name }) => /search/i.test(name));
  const ofTheWeb = searches.filter(({ name }) => /web/i.test(name));
  for (const some of [tools, searches, ofTheWeb]) if (some.length === 1) return some[0] as Tool;
  throw fail(searches.length === 0 ? 'has no tool that is called a search' : 'has several tools that search');
}

/**
 * The arguments of a call by the tool's input schema; null when it has no further pages. Throws SearchFailure when it has no argument for a
 * query, or requires one that we cannot fill.
 */
export function argumentsFor({ name, inputSchema }: Tool, { text, pageNumber }: SearchQuery): Record<string, unknown> | null {
  const { properties, required } = schema.catch({ properties: {}, required: [] }).parse(inputSchema);
  const all = Object.entries(properties);
  const query = queryOf(all, required);
  if (!query)
    throw new SearchFailure(
      'misconfigured',
      `The tool ${name} takes no query (its arguments: ${
        all
          .map(([one]) => one.slice(0, 80))
          .slice(0, NAMED_MAX)
          .join(', ') || 'none'
      }): set MCP_SEARCH_TOOL to one that searches`,
    );
  const page = all.find(([one, shape]) => PAGE.test(one) && isNumber(shape));
  if (pageNumber > 0 && !page) return null;
  const input: Record<string, unknown> = {};
  const fill = (one: string, value: unknown) => Object.defineProperty(input, one, { value, enumerable: true });
  for (const [one, shape] of all) {
    if (one === query) fill(one, isText(shape) ? text : [text]);
    else if (one === page?.[0]) fill(one, pageNumber + 1);
    else if (COUNT.test(one) && isNumber(shape)) fill(one, Math.min(RESULTS, shape.maximum ?? RESULTS));
    else if (required.includes(one)) fill(one, valueFor(name, one, shape, text));
  }
  return input;
}

function queryOf(all: [string, Property][], required: string[]): string | undefined {
  for (const word of QUERY) {
    const named = all.find(([one, shape]) => plain(one) === word && (isText(shape) || isTexts(shape)));
    if (named) return named[0];
  }
  const texts = all.filter(([, shape]) => isText(shape));
  const needed = texts.filter(([one]) => required.includes(one));
  return (needed.length === 1 ? needed : texts.length === 1 ? texts : [])[0]?.[0];
}

/** The value of a further argument that the tool requires. */
function valueFor(tool: string, one: string, shape: Property, text: string): unknown {
  if ('default' in shape) return shape.default;
  if ('const' in shape) return shape.const;
  if (shape.enum && shape.enum.length > 0) return shape.enum[0];
  if (QUERY.includes(plain(one)) && (isText(shape) || isTexts(shape))) return isText(shape) ? text : [text];
  if (kindsOf(shape).includes('boolean')) return false;
  throw new SearchFailure(
    'misconfigured',
    `The tool ${tool} needs the argument ${one.slice(0, 80)}, which a search does not know: set MCP_SEARCH_TOOL to another`,
  );
}
