import type postgres from 'postgres';

/** The state of a migrated database: a hash of its structure, its size in bytes, and the tables and sequences that are not empty. */
export interface Pristine {
  structure: string;
  bytes: number;
  rows: { table: string; json: string }[];
  sequences: { name: string; last: string }[];
}

const OURS = `nspname not like 'pg\\_%' and nspname <> 'information_schema'`;
const TABLES = `select format('%I.%I', nspname, relname) as table from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and ${OURS} order by 1`;

/** Every table with its columns, constraint, index, function, trigger and setting of the database. */
const STRUCTURE = `select md5(string_agg(what, ' ' order by what)) as structure from (
  select concat_ws('.', 'class', nspname, relname, relkind, relnatts, reloptions) as what from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS}
  union all select concat_ws('.', 'column', attrelid::regclass, attname, atttypid, attnotnull, atthasdef) from pg_attribute join pg_class c on c.oid = attrelid
    join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and ${OURS}
  union all select concat_ws('.', 'constraint', conrelid::regclass, conname, convalidated) from pg_constraint where connamespace in (select oid from pg_namespace where ${OURS})
  union all select concat_ws('.', 'function', proname, md5(prosrc)) from pg_proc where pronamespace in (select oid from pg_namespace where ${OURS})
  union all select concat_ws('.', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
  union all select concat_ws('.', 'setting', setrole, setconfig) from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database()
) all_of_it`;

const BYTES = 'select pg_database_size(current_database())::int as bytes';
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where last_value is not null order by 1`;
/** The bytes that indexes and dead rows may add before a database is recreated. */
const GROWTH = 4_000_000;

/** Reads the state of a migrated database. */
export async function readPristine(sql: postgres.Sql): Promise<Pristine> {
  const [{ structure } = {}] = await sql.unsafe<{ structure: string }[]>(STRUCTURE);
  const [{ bytes } = {}] = await sql.unsafe<{ bytes: number }[]>(BYTES);
  const rows: Pristine['rows'] = [];
  for (const { table } of await sql.unsafe<{ table: string }[]>(TABLES)) {
    const [{ json } = {}] = await sql.unsafe<{ json: string | null }[]>(
      `select json_agg(t order by t::text)::text as json from ${table} t`,
    );
    if (json) rows.push({ table, json });
  }
  const sequences = [...(await sql.unsafe<Pristine['sequences']>(SEQUENCES))];
  return { structure: structure as string, bytes: bytes as number, rows, sequences };
}

/** Empties a database after a test. Returns false, without changes, if its structure was changed or it has grown; throws if it cannot. */
export async function reset(sql: postgres.Sql, pristine: Pristine): Promise<boolean> {
  const [found] = await sql.unsafe<{ structure: string; bytes: number }[]>(`select structure, bytes from (${STRUCTURE}) s, (${BYTES}) b`);
  if (found?.structure !== pristine.structure || found.bytes > pristine.bytes + GROWTH) return false;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`; // disables triggers and foreign keys
    await tx.unsafe(`do $$ declare one text; begin for one in ${TABLES} loop execute 'delete from ' || one; end loop; end $$`);
    for (const { table, json } of pristine.rows)
      await tx.unsafe(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::text::json)`,
        [json],
      );
    const last = new Map(pristine.sequences.map(({ name, last }) => [name, last]));
    for (const { name, last: now } of await tx.unsafe<Pristine['sequences']>(SEQUENCES))
      if (now !== last.get(name))
        await tx.unsafe('select setval($1::text::regclass, $2::bigint, $3)', [name, last.get(name) ?? '1', last.has(name)]);
  });
  return true;
}
