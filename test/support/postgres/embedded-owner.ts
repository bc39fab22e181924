import { openEmbedded } from '../../../src/db/embedded/server.ts';

// A process that owns a data directory, to be killed: prints one line of JSON when its Postgres is up, and stops it when stdin ends.
const [dataDir = '', kind] = process.argv.slice(2);

try {
  const server = await openEmbedded({ dataDir, log: (line) => process.stderr.write(`${line}\n`), ephemeral: kind === 'ephemeral' });
  process.stdout.write(`${JSON.stringify({ url: server.url, port: server.port, postgres: server.pid })}\n`);
  process.stdin.resume().once('end', () => server[Symbol.asyncDispose]());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
