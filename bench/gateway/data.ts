import postgres from 'postgres';
import { openDatabase } from '../shared/database.ts';

/** A database that holds finished websets of 4 criteria and 4 columns, every cell judged. */
export interface Data extends AsyncDisposable {
  url: string;
  sql: postgres.Sql;
  /** The ids of `count` websets of `rows` rows, made when they are first asked for. */
  websets(count: number, rows: number): Promise<string[]>;
}

/** Opens the database, in `folder` where one is named, which stays for the next time; else on fresh data that never waits for the disk. */
export async function openData(folder: string | undefined): Promise<Data> {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await openDatabase({ folder }));
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  open.defer(() => sql.end({ timeout: 5 }));
  const close = open.move();
  return { url, sql, websets: websetsIn(sql), [Symbol.asyncDispose]: () => close.disposeAsync() };
}

export const websetsIn =
  (sql: postgres.Sql): Data['websets'] =>
  async (count, rows) => {
    const held = await find(sql, rows);
    if (held.length >= count) return held.slice(0, count);
    await fill(sql, count, rows);
    return find(sql, rows);
  };

const nameOf = (rows: number) => `bench of ${rows} rows`;

const find = async (sql: postgres.Sql, rows: number) =>
  (await sql<{ id: string }[]>`select id from webset where notes = ${nameOf(rows)} order by id`).map(({ id }) => id);

/**
 * Makes websets. The indexes of rows and cells are made anew in the end: many at once are quicker. Texts are as long as those of real
 * pages.
 */
async function fill(pool: postgres.Sql, count: number, rows: number): Promise<void> {
  await pool.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // what refers to what is known to be there
    await sql`set local maintenance_work_mem = '512MB'`;
    await sql`set local synchronous_commit = off`;
    await sql`set local statement_timeout = 0`;
    const rebuild = await dropIndexes(sql);
    await sql`create temp table made (webset_id uuid, run_id uuid) on commit drop`;
    await sql`
      with made as (
        insert into webset (original_query, category, notes)
        select 'open-source databases with a paper of the year ' || (1990 + i % 30), 'companies', ${nameOf(rows)} from generate_series(1, ${count}::int) i returning id
      ), log as (insert into event_log (webset_id) select id from made)
      insert into made select id, gen_random_uuid() from made`;
    await sql`insert into criterion (webset_id, label, description)
      select webset_id, (array['Is a database', 'Open-source licence', 'Written in Rust', 'Has "transactions", says so'])[i], 'What page ' || i || ' says of it counts'
      from made, generate_series(1, 4) i order by webset_id, i`;
    await sql`insert into enrichment (webset_id, label, format)
      select webset_id, (array['Licence', 'Official website', 'First release', 'Stars'])[i], (array['text', 'url', 'date', 'number'])[i]::format
      from made, generate_series(1, 4) i order by webset_id, i`;
    await sql`insert into run (id, webset_id, state, reason, attempt, target, max_pages, max_minutes, found, read, judged, matched, criterion_ids, enrichment_ids, started_at, ended_at)
      select run_id, webset_id, 'completed', 'target_reached', 1, 20, 300, 30, ${rows}::int, ${rows}::int, ${rows}::int, ${rows}::int / 3,
        array(select id from criterion c where c.webset_id = made.webset_id order by position),
        array(select id from enrichment e where e.webset_id = made.webset_id order by position), now(), now() from made`;
    const pages = Math.min(count * rows, 100_000);
    await sql`create temp table read (page_id uuid, n int, title text, quote text) on commit drop`;
    await sql`insert into read select gen_random_uuid(), n, 'Database ' || substr(md5(n::text), 1, 12) || ': storage for part ' || n,
      'Release ' || n || ' of the engine "' || substr(md5(n::text), 1, 12) || '" is available under the Apache License, Version 2.0, and its parser and storage are written in Rust.'
      from generate_series(1, ${pages}::int) n`;
    await sql`insert into page (id, url, title, text, blocks, links, sha256, text_version, media_type)
      select page_id, 'https://docs.example/' || page_id || '/index.html', title, quote || repeat(' More of it stands here.', 20), '[]', '[]', md5(quote), 1, 'text/html' from read`;
    await sql`create index on read (n)`;
    await sql`analyze read`;
    await sql`insert into row (webset_id, key, page_id, run_id, url, title, site, status, match_verdict)
      select webset_id, 'url:' || i || ':' || n, page_id, run_id, 'https://engine-' || i || '.example/docs/' || substr(md5(i::text), 1, 16) || '/index.html',
        title, 'engine-' || i || '.example', 'completed', (array['match', 'match', 'partial', 'no_match', 'needs_review'])[1 + i % 5]::verdict_value
      from (select webset_id, run_id, i, (row_number() over ()) % ${pages}::int + 1 as n from made, generate_series(1, ${rows}::int) i) place join read using (n)
      order by webset_id, i`;
    await sql`insert into verdict (row_id, criterion_id, verdict, reason, page_id, quote, start, "end", judge, run_id)
      select r.id, c.id, told.verdict::verdict_value, told.reason::verdict_reason, p.page_id, p.quote, case when p.quote is not null then 0 end, length(p.quote), 'lexical', r.run_id
      from made join row r using (webset_id) join criterion c using (webset_id)
      cross join lateral (select (r.position * 7 + c.position) % 10 as spot) place
      cross join lateral (select case when spot < 6 then 'match' when spot < 7 then 'partial' when spot < 9 then 'no_match' else 'needs_review' end as verdict,
        case when spot < 6 then 'stated' when spot < 7 then 'part' else 'silent' end as reason) told
      left join read p on p.page_id = r.page_id and spot < 7`;
    await sql`insert into value (row_id, enrichment_id, value, reason, page_id, quote, start, "end", judge, run_id)
      select r.id, e.id, told.value, case when told.value is null then 'silent' else 'stated' end::value_reason,
        p.page_id, p.quote, case when p.quote is not null then 0 end, length(p.quote), 'lexical', r.run_id
      from made join row r using (webset_id) join enrichment e using (webset_id)
      cross join lateral (select case when (r.position * 3 + e.position) % 10 < 8 then
        case e.format when 'text' then 'Apache-2.0' when 'url' then r.url when 'date' then '2019-04-12' else (r.position % 50000)::text end end as value) told
      left join read p on p.page_id = r.page_id and told.value is not null`;
    for (const statement of rebuild) await sql.unsafe(statement);
  });
  await pool`vacuum analyze`;
  await pool`checkpoint`;
}

/** Drops the indexes of rows (but for the key that cells refer to) and cells; answers what makes them again. */
async function dropIndexes(sql: postgres.TransactionSql): Promise<string[]> {
  const held = await sql<{ drop: string; make: string }[]>`
    select coalesce('alter table ' || i.indrelid::regclass || ' drop constraint ' || quote_ident(c.conname), 'drop index ' || i.indexrelid::regclass) as drop,
      coalesce('alter table ' || i.indrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as make
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
    where i.indrelid in ('verdict'::regclass, 'value'::regclass) or (i.indrelid = '"row"'::regclass and not i.indisprimary)`;
  for (const { drop } of held) await sql.unsafe(drop);
  return held.map(({ make }) => make);
}
