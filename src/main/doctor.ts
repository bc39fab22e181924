import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openClient } from '../db/client.ts';
import { countIndex } from '../db/page.ts';
import { portsOn } from '../runs/ports.ts';
import { openProviders } from './agent.ts';
import { openDatabase } from './database.ts';

/** `doctor`: tries the database and each search provider, and says what works and what to set. Answers the exit code: 1 when one does not. */
export async function doctor(config: Config): Promise<number> {
  const databaseUrl = await openDatabase(config);
  await using client = openClient(databaseUrl, { max: 2, name: 'webset doctor' });
  const [server] = await client.sql`select version() as version`;
  console.log(`database   works   ${withoutPassword(databaseUrl)}\n           ${server?.version}`);
  if (!config.databaseUrl) console.log(`           its password is in ${join(config.dataDir, 'postgres.password')}`);
  const ports = portsOn(client.db);
  let broken = 0;
  for (const provider of openProviders(config, ports)) {
    try {
      const hits = await provider.search({ text: 'database', pageNumber: 0 }, AbortSignal.timeout(20_000));
      console.log(
        `${provider.name.padEnd(10)} works   ${hits.length} hits${provider.name === 'index' ? ` of ${await countIndex(client.db)} pages` : ''}`,
      );
    } catch (error) {
      broken++;
      console.log(`${provider.name.padEnd(10)} fails   ${error instanceof Error ? error.message : error}`);
    }
  }
  if (!config.searxngUrl) console.log('searxng    off     set SEARXNG_URL to search the web');
  return broken > 0 ? 1 : 0;
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  url.password = '';
  return url.href;
}
