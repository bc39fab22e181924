import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';

// What could not be quicker: node:http, one statement a request, its text sent as it comes. No checks, no headers, no limits. It leaves
// the same rows behind as the gateway does.

const sql = postgres(process.env.DATABASE_URL as string, { max: 10 });

const HEAD = `'id', w.id, 'title', w.title, 'originalQuery', w.original_query, 'category', w.category, 'notes', w.notes`;
const moment = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SESSION = `select json_build_object('session', json_build_object(${HEAD}, 'status', u.state, 'runAlive', u.state in ('queued', 'running'),
  'createdAt', ${moment('w.created_at')},
  'updatedAt', ${moment('greatest(w.updated_at, u.created_at, u.started_at, u.ended_at)')},
  'run', json_build_object('id', u.id, 'state', u.state, 'reason', u.reason, 'attempt', u.attempt, 'startedAt', ${moment('u.started_at')}, 'endedAt', ${moment('u.ended_at')},
    'counts', json_build_object('found', u.found, 'read', u.read, 'unreadable', u.unreadable, 'judged', u.judged, 'matched', u.matched)),
  'criteria', (select json_agg(json_build_object('id', id, 'label', label, 'description', description) order by position) from criterion where webset_id = w.id),
  'enrichments', (select json_agg(json_build_object('id', id, 'label', label, 'description', description, 'format', format) order by position) from enrichment where webset_id = w.id),
  'rows', (select json_agg(json_build_object('id', r.id, 'url', r.url, 'title', r.title, 'status', r.status, 'matchVerdict', r.match_verdict,
    'enrichments', (select json_object_agg(e.label, l.value) from value l join enrichment e on e.id = l.enrichment_id where l.row_id = r.id),
    'criteria', (select json_object_agg(c.label, json_build_object('verdict', v.verdict, 'evidence', v.quote)) from verdict v join criterion c on c.id = v.criterion_id where v.row_id = r.id)
    ) order by r.position) from row r where r.webset_id = w.id)))::text as body
  from webset w left join lateral (select * from run where webset_id = w.id order by created_at desc limit 1) u on true where w.id = $1`;

const CREATE = `with w as (insert into webset (original_query) values ($1) returning *), log as (insert into event_log (webset_id) select id from w)
  select json_build_object('session', json_build_object(${HEAD}, 'status', 'draft', 'runAlive', false,
    'createdAt', ${moment('w.created_at')}, 'updatedAt', ${moment('w.updated_at')}, 'run', null))::text as body from w`;

const ADD = `with touched as (update webset set updated_at = now() where id = $1 returning id)
  insert into criterion (webset_id, label, description) select id, $2, $3 from touched
  returning json_build_object('criterion', json_build_object('id', id, 'label', label, 'description', description))::text as body`;

interface Body {
  sessionId: string;
  originalQuery: string;
  label: string;
  description?: string;
}

const STATEMENTS: Record<string, [statement: string, values: (body: Body) => (string | null)[]]> = {
  '/api/v1/search/getSession': [SESSION, ({ sessionId }) => [sessionId]],
  '/api/v1/search/createSession': [CREATE, ({ originalQuery }) => [originalQuery]],
  '/api/v1/search/addCriterion': [ADD, ({ sessionId, label, description }) => [sessionId, label, description ?? null]],
};

async function read(req: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const server = createServer(async (req, res) => {
  const [statement, values] = STATEMENTS[req.url as string] as (typeof STATEMENTS)[string];
  const [found] = await sql.unsafe<{ body: string }[]>(statement, values(await read(req)), { prepare: true });
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(found?.body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
