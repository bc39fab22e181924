import { deepStrictEqual } from 'node:assert';
import { buildSchema, type ExecutionArgs, execute, parse } from 'graphql';
import { executeCompiled } from '../../src/graphql/execution/execute.ts';
import { type Asked, ask, load, oneOf } from './load.ts';
import { byTurns, type Measure } from './measure.ts';
import { startGateway, startPostGraphile } from './sides.ts';

export const OURS = `query Whole($id: UUID!) {
  webset(id: $id) {
    id: uuid originalQuery category title createdAt
    criteria { id: uuid label description }
    enrichments { id: uuid label format }
    rows(first: 100) {
      nodes {
        id: uuid url title status matchVerdict
        verdicts { criterion { id: uuid } verdict reason judge evidence { quote start end pageId } }
        values { enrichment { id: uuid } value reason judge evidence { quote start end pageId } }
      }
    }
  }
}`;

// the same facts; quotes are in the cells themselves there
const PEERS = `query Whole($id: UUID!) {
  webset: websetById(id: $id) {
    id originalQuery category title createdAt
    criteria: criteriaByWebsetId(orderBy: POSITION_ASC) { nodes { id label description } }
    enrichments: enrichmentsByWebsetId(orderBy: POSITION_ASC) { nodes { id label format } }
    rows: rowsByWebsetId(first: 100, orderBy: POSITION_ASC, condition: { hidden: false }) {
      nodes {
        id url title status matchVerdict
        verdicts: verdictsByRowId { nodes { criterionId verdict reason judge quote start end pageId } }
        values: valuesByRowId { nodes { enrichmentId value reason judge quote start end pageId } }
      }
    }
  }
}`;

const asked = (query: string, ids: readonly string[]): Asked => ({
  path: '/graphql',
  body: () => JSON.stringify({ query, variables: { id: oneOf(ids) } }),
});

export const graphql: Measure = {
  name: 'graphql',
  what: 'GraphQL, a whole webset of 100 rows, over PostGraphile',
  better: 'more',
  unit: 'times',
  async run({ data, pace: { warm, seconds, rounds } }) {
    const ids = await data.websets(1000, 100);
    await using ours = await startGateway(data.url);
    await using peer = await startPostGraphile(data.url);
    for (const id of ids.slice(0, 3))
      deepStrictEqual(flat(await ask(ours.url, asked(OURS, [id]))), flat(await ask(peer.url, asked(PEERS, [id]))));
    await load(ours.url, asked(OURS, ids), warm);
    await load(peer.url, asked(PEERS, ids), warm);
    const [a, b] = await byTurns(
      rounds,
      () => load(ours.url, asked(OURS, ids), seconds),
      () => load(peer.url, asked(PEERS, ids), seconds),
    );
    return [{ value: a / b, bar: 1, aim: 2, detail: `${Math.round(a)} and ${Math.round(b)} requests/s` }];
  },
};

const refuse = () => {
  throw new Error('refused');
};
const thing = () => ({ id: 1, refused: refuse, hole: null, self: thing, things: () => Array.from({ length: 100 }, thing) });
const REFUSED = {
  'one field': '{ thing { id refused } }',
  'fifty fields': `{ thing { ${Array.from({ length: 50 }, (_, i) => `f${i}: refused`).join(' ')} } }`,
  'a hundred nested': '{ thing { things { self { hole } } } }',
};

export const refused: Measure = {
  name: 'refused',
  what: 'a refused query over graphql-js alone, by processor time',
  better: 'more',
  unit: 'times',
  async run({ pace: { seconds, rounds } }) {
    const schema = buildSchema('type Query { thing: Thing } type Thing { id: Int refused: Int hole: Int! self: Thing! things: [Thing] }');
    const ours = executeCompiled(execute, refuse);
    const figures = [];
    for (const [label, text] of Object.entries(REFUSED)) {
      const args = { schema, document: parse(text), rootValue: { thing } };
      const costOf = (run: (args: ExecutionArgs) => unknown) => async () => {
        const before = process.cpuUsage();
        const end = performance.now() + seconds * 125;
        let n = 0;
        for (; n === 0 || performance.now() < end; n++) await run(args);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / n;
      };
      deepStrictEqual(JSON.stringify(await ours(args)), JSON.stringify(await execute(args)));
      const [a, b] = await byTurns(rounds, costOf(ours), costOf(execute));
      figures.push({ label, value: b / a, bar: 1, detail: `${Math.round(a)} and ${Math.round(b)} µs` });
    }
    return figures;
  },
};

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Every fact of an answer by its path, in one shape: connections as lists, quotes in their cells, words in small letters, cells by their
 * column.
 */
function flat(json: Json): Json {
  if (typeof json === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(json) ? Date.parse(json) : /^[A-Z_]+$/.test(json) ? json.toLowerCase() : json;
  if (Array.isArray(json)) return json.map(flat).toSorted((a, b) => (columnOf(a) < columnOf(b) ? -1 : 1));
  if (json === null || typeof json !== 'object') return json;
  const { nodes, evidence, criterion, enrichment, ...rest } = json as Record<string, Json>;
  if (nodes) return flat(nodes);
  const column = { ...(criterion && { criterionId: idOf(criterion) }), ...(enrichment && { enrichmentId: idOf(enrichment) }) };
  const proof = evidence === undefined ? {} : (evidence ?? { quote: null, start: null, end: null, pageId: null });
  return Object.fromEntries(Object.entries({ ...rest, ...column, ...(proof as object) }).map(([key, value]) => [key, flat(value as Json)]));
}

const idOf = (column: Json) => (column as { id: Json }).id;
/** Cells have no order there; whatever else is listed keeps its own. */
const columnOf = (item: Json) => {
  const { criterionId, enrichmentId } = (item ?? {}) as Record<string, Json>;
  return String(criterionId ?? enrichmentId ?? '');
};
