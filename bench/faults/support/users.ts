import type postgres from 'postgres';

/** Makes accounts that may own websets. False when this version has none. */
export async function addUsers(sql: postgres.Sql, ids: readonly string[]): Promise<boolean> {
  const [table] = await sql`select to_regclass('auth_user') as found`;
  if (!table?.found) return false;
  for (const id of ids)
    await sql`insert into auth_user (id, name, email, email_verified) values (${id}, ${id}, ${`${id}@example.org`}, false) on conflict do nothing`;
  return true;
}
