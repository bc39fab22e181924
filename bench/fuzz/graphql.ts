import fc from 'fast-check';
import { FAULTS } from '../../src/domain/errors.ts';
import { bodies, strangeQuery } from './bodies.ts';
import type { Endpoint } from './endpoints.ts';
import type { Stock } from './stock.ts';
import { bent, seldom, strangeHeaders, strangeText, strangeValue } from './wire.ts';

const CELLS =
  'verdicts { criterion { label } verdict evidence { quote passage { text } page { title } } reviews { note } } values { enrichment { label } value }';
const ROWS = `totalCount pageInfo { endCursor hasNextPage } edges { cursor node { id uuid title url hidden page { url } ${CELLS} } }`;

/** Documents that fit the schema, with the variables that they take. */
const documents = ({
  kept,
  spare,
  missing,
  criteria,
  rows,
}: Stock): fc.Arbitrary<{ query: string; variables: Record<string, unknown> }> => {
  const id = fc.constantFrom(...kept, ...missing);
  const over = (query: string, variables: Record<string, unknown>, ids: fc.Arbitrary<unknown> = id) =>
    ids.map((id) => ({ query, variables: { id, ...variables } }));
  const change = (name: string, input: Record<string, unknown>, type: string, answer: string) =>
    id.map((websetId) => ({
      query: `mutation ($input: ${type}!) { ${name}(input: $input) { ${answer} } }`,
      variables: { input: { websetId, ...input } },
    }));
  const node = fc.tuple(
    fc.constantFrom('Webset', 'Criterion', 'Enrichment', 'Row', 'Run', 'X'),
    fc.constantFrom(...kept, ...criteria, ...rows, 'x'),
  );
  const globalId = node.map(([type, id]) => Buffer.from(`${type}:${id}`).toString('base64url'));
  return fc.oneof(
    over(
      'query ($id: UUID!) { webset(id: $id) { id uuid title status criteria { label } enrichments { label } run { state } runs { state } counts { match } } }',
      {},
    ),
    over(
      `query ($id: UUID!, $n: Int, $after: String, $filter: RowFilter) { webset(id: $id) { rows(first: $n, after: $after, filter: $filter) { ${ROWS} } } }`,
      {
        n: 5,
        after: 'cm93OjE',
        filter: { matchVerdict: ['match'], hidden: false, changedSince: '2020-01-01T00:00:00Z' },
      },
    ),
    over('query ($id: ID!) { node(id: $id) { id ... on Row { title } ... on Run { state } } }', {}, globalId),
    over('query ($id: [ID!]!) { nodes(ids: $id) { id } }', {}, fc.array(globalId, { maxLength: 5 })),
    over('query ($id: String) { websets(first: 3, after: $id) { totalCount nodes { uuid } } }', {}, strangeText),
    over('query ($id: UUID!) { webset(id: $id) { title } __typename }', {}),
    over('subscription ($id: UUID!, $from: EventIndex) { runEvents(websetId: $id, startIndex: $from) { index type at data } }', {
      from: 0,
    }),
    over('{ service { searchProviders { __typename } } __schema { queryType { name } } }', {}),
    over('mutation ($input: CreateWebsetInput!) { createWebset(input: $input) { webset { uuid } } }', {
      input: { originalQuery: 'q', category: 'people', notes: 'n' },
    }),
    change('startRun', {}, 'StartRunInput', 'webset { status }'),
    change('cancelRun', {}, 'CancelRunInput', 'webset { status }'),
    change('renameWebset', { title: 't' }, 'RenameWebsetInput', 'webset { title }'),
    change('addCriterion', { label: 'l' }, 'AddCriterionInput', 'criterion { label }'),
    change('addEnrichment', { label: 'l', format: 'text' }, 'AddEnrichmentInput', 'enrichment { label }'),
    change('duplicateWebset', {}, 'DuplicateWebsetInput', 'webset { uuid }'),
    fc.constantFrom(...criteria).map((criterionId) => ({
      query: 'mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { matchVerdict } } }',
      variables: { input: { rowId: rows[0], criterionId, verdict: 'partial', note: 'n' } },
    })),
    fc
      .constantFrom(...rows)
      .map((rowId) => ({ query: 'mutation ($id: UUID!) { hideRow(input: { rowId: $id }) { row { hidden } } }', variables: { id: rowId } })),
    fc
      .constantFrom(...spare)
      .map((id) => ({ query: 'mutation ($id: UUID!) { claimWebsets(input: { websetIds: [$id] }) { websetIds } }', variables: { id } })),
  );
};

const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '!',
  '$id',
  '@skip(if: true)',
  '@include(if: $x)',
  '...',
  '... on Row',
  'fragment f on Query',
  '"',
  '"""',
  '#',
  ':',
  ' a: ',
  'null',
  '1e999',
  '\\u{110000}',
  '__typename',
  'webset',
  'query',
  'mutation',
  'subscription',
  '😀',
  '\0',
];

/** A document with pieces taken out, doubled or put in. */
const bentText = (text: string) =>
  fc.array(fc.tuple(fc.nat(text.length), fc.nat(12), fc.constantFrom('', ...PIECES)), { minLength: 1, maxLength: 3 }).map((cuts) => {
    let bent = text;
    for (const [at, length, piece] of cuts) bent = bent.slice(0, at) + piece + bent.slice(at + length);
    return bent;
  });

const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(' '));

const bentVariables = (variables: Record<string, unknown>) =>
  fc.oneof(
    bent(variables),
    fc.tuple(fc.constantFrom(...Object.keys(variables)), strangeValue).chain(([name, value]) => {
      const inner = variables[name];
      return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? bent(inner as Record<string, unknown>).map((bent) => ({ ...variables, [name]: bent }))
        : fc.constant({ ...variables, [name]: value });
    }),
  );

const asked = (stock: Stock) =>
  documents(stock).chain(({ query, variables }) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant({ query, variables }) },
      { weight: 4, arbitrary: bentVariables(variables).map((variables) => ({ query, variables })) },
      { weight: 3, arbitrary: bentText(query).map((query) => ({ query, variables })) },
      { weight: 1, arbitrary: soup.map((query) => ({ query })) },
      {
        weight: 1,
        arbitrary: bent({ query, variables, operationName: 'x', extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
      },
    ),
  );

const isByGet = fc.boolean().chain((first) => (first ? fc.boolean() : fc.constant(false)));

export const graphqlEndpoint: Endpoint = {
  name: 'graphql',
  requests: (stock) =>
    fc
      .tuple(asked(stock), isByGet, strangeHeaders(stock.cookies), seldom(fc.integer({ min: 0, max: 60 }), null, 10))
      .chain(([body, byGet, headers, leaves]) => {
        const { query, variables } = (typeof body === 'object' && body !== null ? body : {}) as { query?: unknown; variables?: unknown };
        const params = new URLSearchParams({
          query: String(query).toWellFormed().slice(0, 3000),
          variables: (JSON.stringify(variables) ?? '').slice(0, 3000),
        });
        return byGet
          ? fc
              .oneof(fc.constant(`?${params}`), strangeQuery)
              .map((tail) => ({ method: 'GET', path: `/graphql${tail}`, headers, body: null, leaves }))
          : bodies(body).map((body) => ({ method: 'POST', path: '/graphql', headers, body, leaves }));
      }),
  faultOf(_wire, { status, headers, text }) {
    const type = String(headers['content-type']).split(';', 1)[0];
    if (type === 'text/html' && status === 200) return text.includes('graphiql') ? null : 'is no page of ours'; // GraphiQL, for a browser
    if (type === 'text/event-stream') return eventsFault(text, status);
    if (type === 'multipart/mixed') return partsFault(text, status);
    if (status === 304 && text === '') return null; // GraphiQL again
    if (status === 406 && text === '') return null; // nothing that the client could read
    try {
      return resultFault(JSON.parse(text), status);
    } catch {
      return `is no JSON: ${status} ${text.slice(0, 80)}`;
    }
  },
};

/** A refusal comes as the only event, under its own status. */
function eventsFault(text: string, status: number): string | null {
  for (const block of text.split('\n\n')) {
    const [, data] = /^event: next\ndata: (.*)$/m.exec(block) ?? [];
    const fault = data && resultFault(JSON.parse(data), status);
    if (fault) return fault;
  }
  return null;
}

function partsFault(text: string, status: number): string | null {
  for (const part of text.split(/\r\n--(?:-|-\r\n|---\r\n)/)) {
    const [, json] = /\r\n\r\n(\{.*\})/s.exec(part) ?? [];
    const fault = json && resultFault(JSON.parse(json), status);
    if (fault) return fault;
  }
  return null;
}

function resultFault(
  result: { data?: unknown; errors?: { message?: unknown; extensions?: { code?: unknown } }[] },
  status: number,
): string | null {
  const known = Object.keys(result).every((key) => key === 'data' || key === 'errors');
  if (!known || (result.data === undefined && !result.errors)) return `has the keys ${Object.keys(result)}`;
  for (const { message, extensions } of result.errors ?? []) {
    if (typeof message !== 'string') return 'has an error without words';
    if (typeof extensions?.code !== 'string' || !Object.hasOwn(FAULTS, extensions.code))
      return `has the code ${extensions?.code} (${status}): ${message}`;
    if (extensions.code === 'INTERNAL_SERVER_ERROR') return `is a bug: ${message}`;
  }
  return null;
}
