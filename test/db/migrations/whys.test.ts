import { readdir, readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../../support/postgres/database.ts';

const FOLDER = new URL('../../../drizzle/', import.meta.url);

test('what an older version decided by elimination is open, and everything it learned is learned anew', async () => {
  await using database = await openDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const at = files.indexOf('0030_whys.sql');
  const run = async (file: string) => {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    await sql.begin(async (tx) => {
      for (const statement of text.split('--> statement-breakpoint')) if (statement.trim()) await tx.unsafe(statement);
    });
  };
  for (const file of files.slice(0, at)) await run(file);
  const [webset] = await sql`insert into webset (original_query) values ('engines') returning id`;
  const [criterion] = await sql`insert into criterion (webset_id, label, answers_version, learned_version, learning)
    values (${webset?.id}, 'Free', 2, 2, '{"decided": 9, "precision": 0.97}') returning id`;
  const [column] = await sql`insert into enrichment (webset_id, label) values (${webset?.id}, 'Year') returning id`;
  const [page] = await sql`insert into page (url, sha256, text, blocks, links, title, text_version, media_type)
    values ('https://example.org/', 'x', 'Proprietary', '[]', '[]', 'Engine', 1, 'text/html') returning id`;
  const [row] =
    await sql`insert into "row" (webset_id, key, page_id, url, title) values (${webset?.id}, 'k', ${page?.id}, 'https://example.org/', 'Engine')
    returning id`;
  await sql`insert into verdict (row_id, criterion_id, verdict, reason, judge, note, page_id, quote, start, "end", probability)
    values (${row?.id}, ${criterion?.id}, 'no_match', 'contradicted', 'lexical', 'Where other pages say it, this page says something else.', ${page?.id}, 'Proprietary', 0, 11, 0.1)`;
  await sql`insert into value (row_id, enrichment_id, value, reason, judge, note)
    values (${row?.id}, ${column?.id}, '2016', 'stated', 'lexical', 'The page gives it as the other pages give theirs.')`;

  await run('0030_whys.sql');

  const [cell] = await sql`select verdict, reason, note, quote, foreseen from verdict`;
  expect(cell).toEqual({ verdict: 'needs_review', reason: 'unsupported', note: null, quote: null, foreseen: 0.1 });
  const [value] = await sql`select value, reason from value`;
  expect(value).toEqual({ value: '2016', reason: 'alike' });
  const [learned] = await sql`select learning, answers_version = learned_version as current from criterion`;
  expect(learned).toEqual({ learning: null, current: false });
  await sql.end();
});
