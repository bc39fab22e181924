import { getIntrospectionQuery } from 'graphql';

/** A request made to cost much, and how it may be refused. `chunked`: its length is not sent beforehand. */
export interface Bomb {
  name: string;
  path: string;
  body: string;
  statuses: readonly number[];
  chunked?: true;
}

const ID = '5f0c3b1e-2a6d-4c8e-9b7f-1d2e3f4a5b6c';
const MB = 2 ** 20;

const query = (name: string, query: string, variables: object = {}, statuses: readonly number[] = [400, 413]): Bomb => ({
  name,
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
  statuses,
});
const times = (count: number, piece: (i: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, i) => piece(i)).join(between);
const nested = (open: string, middle: string, close: string, depth: number) => open.repeat(depth) + middle + close.repeat(depth);

const LIST: readonly Bomb[] = [
  query('depth: fields in fields', `query { ${nested('node(id: "x") { ... on Webset { run { ', 'id', ' } } }', 200)} }`),
  query('depth: 20,000 inline fragments', `query { ${nested('... { ', '__typename', ' }', 20_000)} }`),
  query('100,000 brackets', `{ webset(id: ${'['.repeat(100_000)}`),
  query('100,000 brackets, closed', `{ webset(id: ${nested('[', '', ']', 50_000)}) { id } }`),
  query('100,000 braces', '{ a '.repeat(100_000)),
  query('100,000 types in a variable', `query ($a: ${nested('[', 'Int', ']', 50_000)}) { __typename }`),
  query('10,000 aliases', `{ ${times(10_000, (i) => `a${i}: __typename`)} }`),
  query(
    '1,000 aliases of a webset with its rows',
    `{ ${times(1000, (i) => `a${i}: webset(id: "${ID}") { rows(first: 100) { nodes { title } } }`)} }`,
  ),
  query('61 aliases within the tokens', `{ ${times(61, (i) => `a${i}: __typename`)} }`),
  query('50,000 times the same field', `{ ${'__typename '.repeat(50_000)} }`),
  query('900 fields that may overlap', `{ ${times(900, () => `webset(id: "${ID}") { title }`)} }`),
  query(
    'fragments that double 60 times',
    `query { ...f0 } ${times(60, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f60 on Query { __typename }`,
  ),
  query('fragments in a circle of 300', `query { ...f0 } ${times(300, (i) => `fragment f${i} on Query { ...f${(i + 1) % 300} }`)}`),
  query('10,000 fragments', `query { __typename } ${times(10_000, (i) => `fragment f${i} on Query { __typename }`)}`),
  query('10,000 directives', `query { __typename ${'@skip(if: true) '.repeat(10_000)} }`),
  query('1,300 directives within the tokens', `query { __typename ${'@a '.repeat(1300)} }`),
  query('900 unknown fields, each with a guess', `{ ${times(900, (i) => `webse${i}`)} }`),
  query('1,000 unknown arguments', `{ webset(${times(900, (i) => `i${i}: 1`, ', ')}) { id } }`),
  query(
    '5,000 operations',
    times(5000, (i) => `query q${i} { __typename }`),
  ),
  query('10,000 variables', `query (${times(10_000, (i) => `$v${i}: Int`, ', ')}) { __typename }`),
  query(
    'a list of 100,000 in the text',
    `mutation { claimWebsets(input: { websetIds: [${times(100_000, () => '"x"', ', ')}] }) { websetIds } }`,
  ),
  query('an object of 300 levels in the text', `{ webset(id: ${nested('{a: ', '1', '}', 300)}) { id } }`),
  query('a text of 900 kB', `{ webset(id: "${'x'.repeat(900_000)}") { id } }`),
  query('a block text of 900 kB', `{ webset(id: """${'\\n  x'.repeat(180_000)}""") { id } }`),
  query('a variable that is a list of 200,000', 'query ($id: UUID!) { webset(id: $id) { title } }', { id: Array(200_000).fill('x') }),
  query('a variable of 10,000 levels', 'query ($id: UUID!) { webset(id: $id) { title } }', { id: 'NESTED' }),
  query('a variable of 900 kB', 'query ($id: UUID!) { webset(id: $id) { title } }', { id: 'x'.repeat(900_000) }),
  query('a list variable of 20,000 wrong items', 'mutation ($ids: [UUID!]!) { claimWebsets(input: { websetIds: $ids }) { websetIds } }', {
    ids: Array(20_000).fill('x'),
  }),
  query('20,000 strange fields of an input', 'mutation ($i: CreateWebsetInput!) { createWebset(input: $i) { webset { uuid } } }', {
    i: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])),
  }),
  query(
    '1,300 strange fields of an input in the text',
    `mutation { createWebset(input: { ${times(1300, (i) => `k${i}: 1`)} }) { webset { uuid } } }`,
  ),
  query('250 strange fields of an input', 'mutation ($i: CreateWebsetInput!) { createWebset(input: $i) { webset { uuid } } }', {
    i: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`originalQuer${i}`, i])),
  }),
  query('250 wrong ids', 'mutation ($ids: [UUID!]!) { claimWebsets(input: { websetIds: $ids }) { websetIds } }', {
    ids: Array(250).fill('x'),
  }),
  query('introspection in introspection', `{ __schema { types { ${nested('fields { type { ', 'name', ' } }', 30)} } } }`),
  query(
    'the schema, 60 times by one fragment',
    `{ ${times(60, (i) => `a${i}: __schema { ...all }`)} } fragment all on __Schema { types { fields { args { name } type { name } } } }`,
  ),
  query(
    'a request that takes long to parse, 20 times',
    `query ($request: String!) { ${times(20, (i) => `a${i}: suggestPlan(request: $request) { criteria { label } }`)} }`,
    { request: '$1 '.repeat(1333) },
  ),
  query(
    'a criterion of such a request, 20 times',
    `query ($request: String!) { ${times(20, (i) => `a${i}: readCriterion(request: $request, label: "At least ${i} rooms")`)} }`,
    { request: '$1 '.repeat(1333) },
  ),
  query(
    '100 websets, 10 times',
    `query ($ids: [ID!]!) { ${times(10, (i) => `a${i}: nodes(ids: $ids) { ... on Webset { originalQuery } }`)} }`,
    { ids: Array(100).fill(Buffer.from(`Webset:${ID}`).toString('base64url')) },
  ),
  query('introspection, 100 times', `{ ${times(100, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`),
  query(
    'tools’ introspection, 20 times by fragments',
    times(20, (i) => getIntrospectionQuery().replace(/IntrospectionQuery|FullType|InputValue|TypeRef/g, (name) => `${name}${i}`)),
  ),
  { name: 'a body of 10 MB', path: '/graphql', body: JSON.stringify({ query: `{ __typename } #${'x'.repeat(10 * MB)}` }), statuses: [413] },
  {
    name: 'a body of 10 MB, its length not told',
    path: '/graphql',
    body: JSON.stringify({ query: `{ __typename } #${'x'.repeat(10 * MB)}` }),
    statuses: [413],
    chunked: true,
  },
  { name: 'a JSON of 100,000 brackets', path: '/graphql', body: nested('[', '', ']', 100_000), statuses: [400] },
  {
    name: 'a list of 10,000 requests',
    path: '/graphql',
    body: `[${times(10_000, () => '{"query":"{__typename}"}', ',')}]`,
    statuses: [400],
  },
  {
    name: 'rpc: a body of 10 MB',
    path: '/api/v1/search/createSession',
    body: JSON.stringify({ originalQuery: 'x'.repeat(10 * MB) }),
    statuses: [413],
  },
  {
    name: 'rpc: a body of 10 MB, its length not told',
    path: '/api/v1/search/createSession',
    body: JSON.stringify({ originalQuery: 'x'.repeat(10 * MB) }),
    statuses: [413],
    chunked: true,
  },
  { name: 'rpc: a JSON of 100,000 brackets', path: '/api/v1/search/getSession', body: nested('[', '', ']', 100_000), statuses: [400] },
  {
    name: 'rpc: a list of 100,000 ids',
    path: '/api/v1/search/claimSessions',
    body: JSON.stringify({ sessionIds: Array(100_000).fill('x') }),
    statuses: [400],
  },
  {
    name: 'rpc: 30,000 strange keys',
    path: '/api/v1/search/getSession',
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, 1]))),
    statuses: [400],
  },
  {
    name: 'rpc: a label of 900 kB',
    path: '/api/v1/search/addCriterion',
    body: JSON.stringify({ sessionId: ID, label: '😀'.repeat(225_000) }),
    statuses: [400],
  },
  {
    name: 'accounts: a body of 10 MB',
    path: '/api/auth/sign-up/email',
    body: JSON.stringify({ email: 'x'.repeat(10 * MB) }),
    statuses: [413],
  },
  { name: 'accounts: a JSON of 8,000 brackets', path: '/api/auth/sign-in/email', body: nested('[', '', ']', 8000), statuses: [400] },
  {
    name: 'accounts: an address of 15 kB that patterns choke on',
    path: '/api/auth/sign-in/email',
    body: JSON.stringify({ email: `${'a.'.repeat(7500)}@`, password: 'x' }),
    statuses: [400],
  },
];

/** What GraphQL servers and body parsers have been brought down with: each must be refused with 400 or 413 for little. */
export const BOMBS: readonly Bomb[] = LIST.map((bomb) => ({
  ...bomb,
  body: bomb.body.replace('"NESTED"', () => nested('[', '1', ']', 10_000)),
}));
