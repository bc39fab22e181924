import { deepStrictEqual } from 'node:assert';
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

// the same facts; quotes stand in the cells themselves there
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

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Every fact of an answer by its path, in one shape: connections as lists, quotes in their cells, words in small letters, cells by their column. */
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
