import postgres from 'postgres';

/** The address of the database `database` on a local server, for its superuser. */
export const addressOf = (port: number, password: string, database = 'webset') =>
  `postgres://webset:${password}@127.0.0.1:${port}/${database}`;

/**
 * Connects and asks the server its name. Answers `ready`, `empty` (our server, without the database of that address yet),
 * or `waiting` (nobody listens, or it is starting or stopping). Throws when what answers is not our server.
 */
export async function ask(url: string, name: string): Promise<'ready' | 'empty' | 'waiting'> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    const [row] = await sql<{ name: string }[]>`select current_setting('cluster_name') as name`;
    if (row?.name !== name) throw new Error(`The server on port ${new URL(url).port} is not ours (${row?.name})`);
    return 'ready';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '3D000') return 'empty';
    // 57P03: starting or stopping; 57P01: shutting down; 53300: all connections taken, which only a running server reports.
    if (
      [
        'ECONNREFUSED',
        'ECONNRESET',
        'EPIPE',
        'CONNECTION_CLOSED',
        'CONNECTION_ENDED',
        'CONNECT_TIMEOUT',
        '57P03',
        '57P01',
        '53300',
      ].includes(code)
    )
      return 'waiting';
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Makes the empty database `webset`, unless a start before us did. */
export async function createDatabase(port: number, password: string): Promise<void> {
  const sql = postgres(addressOf(port, password, 'postgres'), { max: 1, connect_timeout: 60, fetch_types: false, onnotice: () => {} });
  try {
    await sql`create database webset`;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42P04')) throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
