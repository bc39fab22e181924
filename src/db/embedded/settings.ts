/** What `openEmbedded` starts Postgres with; on the command line, so that old clusters follow the code. */
type Start = { port: number; name: string; ephemeral: boolean };

// A small server that is always on: committed means on disk, nobody outside this machine, no sockets in the file system.
const LASTING = {
  shared_buffers: '128MB',
  max_connections: '100',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

// For tests: the data is thrown away, so nothing waits for the disk.
const EPHEMERAL = {
  ...LASTING,
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
};

/** The arguments of `postgres` for a data directory. */
export function serverArguments(pgdata: string, { port, name, ephemeral }: Start): string[] {
  const settings = {
    ...(ephemeral ? EPHEMERAL : LASTING),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: name,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    jit: 'off',
  };
  return ['-D', pgdata, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
}

/** The arguments of `initdb`: UTF-8, and one order and one case mapping on every machine, whatever its locales. */
export function initArguments(pgdata: string, passwordFile: string, ephemeral: boolean): string[] {
  return [
    ...['-D', pgdata, '-U', 'webset', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(ephemeral ? ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1'] : []), // its password is random, and gone with it
  ];
}

/** Nothing of our environment (PGDATA, PGPORT, LC_ALL, secrets) reaches Postgres. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
