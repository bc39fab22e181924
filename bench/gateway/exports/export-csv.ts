import { strictEqual } from 'node:assert';
import type { Data } from '../data.ts';
import { byTurns, type Measure } from '../measure.ts';
import { startGateway } from '../sides.ts';

const ROWS = 100_000;

const copyOf = (id: string) => `copy (
  select r.url, r.title, l.a, l.b, l.c, l.d, v.a, v.b, v.c, v.d, r.match_verdict from row r
  cross join lateral (
    select max(value) filter (where e.n = 1) as a, max(value) filter (where e.n = 2) as b, max(value) filter (where e.n = 3) as c, max(value) filter (where e.n = 4) as d
    from value l join (select id, row_number() over (order by position) as n from enrichment where webset_id = '${id}') e on e.id = l.enrichment_id where l.row_id = r.id
  ) l
  cross join lateral (
    select max(verdict) filter (where c.n = 1) as a, max(verdict) filter (where c.n = 2) as b, max(verdict) filter (where c.n = 3) as c, max(verdict) filter (where c.n = 4) as d
    from verdict v join (select id, row_number() over (order by position) as n from criterion where webset_id = '${id}') c on c.id = v.criterion_id where v.row_id = r.id
  ) v
  where r.webset_id = '${id}' and not r.hidden order by r.position
) to stdout (format csv)`;

/** Reads a stream to its end; answers how many lines and milliseconds it took. */
async function drain(open: () => Promise<AsyncIterable<Uint8Array>>): Promise<{ ms: number; lines: number }> {
  const start = performance.now();
  let lines = 0;
  for await (const chunk of await open()) for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  return { ms: performance.now() - start, lines };
}

const exported = (url: string, id: string) => async () => {
  const response = await fetch(`${url}/api/sessions/${id}/export?format=csv`);
  if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`);
  return response.body as AsyncIterable<Uint8Array>;
};

const copied =
  ({ sql }: Data, id: string) =>
  async () =>
    (await sql.unsafe(copyOf(id)).readable()) as AsyncIterable<Uint8Array>;

export const exportCsv: Measure = {
  name: 'export-csv',
  what: `CSV export of ${ROWS.toLocaleString('en')} rows, over COPY of the same join`,
  better: 'less',
  unit: 'times',
  async run({ data, pace: { rounds } }) {
    const [id = ''] = await data.websets(1, ROWS);
    await using ours = await startGateway(data.url);
    const [theirs, own] = [await drain(copied(data, id)), await drain(exported(ours.url, id))];
    strictEqual(own.lines, theirs.lines + 1); // the header
    const took = async (open: () => Promise<AsyncIterable<Uint8Array>>) => (await drain(open)).ms;
    const [a, b] = await byTurns(
      rounds,
      () => took(exported(ours.url, id)),
      () => took(copied(data, id)),
    );
    return [{ value: a / b, bar: 4, aim: 2, detail: `${Math.round(a)} and ${Math.round(b)} ms` }];
  },
};
