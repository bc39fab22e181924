import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { openClient } from '../db/connection/client.ts';
import { deleteCollection, insertCollection, listPublicCollections } from '../db/queries/collections/collection.ts';
import { criterionInput } from '../domain/criterion.ts';
import { enrichmentInput } from '../domain/enrichment.ts';
import { TEXT_VERSION } from '../domain/page/page.ts';
import { createWebsetInput } from '../domain/webset-state.ts';
import { folderSources, indexSources, type Source } from '../runs/indexing.ts';
import { openReaders } from './agent.ts';
import { SAMPLES, SAMPLES_SITE } from './samples-folder.ts';

const never = new AbortController().signal;
const LANES = 4;
const NAME = 'Sample web';

/** A sample request with its criteria and columns. */
const sampleRequest = createWebsetInput.omit({ originalQuery: true }).extend({
  id: z.string(),
  title: z.string(),
  query: createWebsetInput.shape.originalQuery,
  criteria: z.array(criterionInput),
  enrichments: z.array(enrichmentInput),
});

export const readSampleRequests = () => z.array(sampleRequest).parse(JSON.parse(readFileSync(`${SAMPLES}requests.json`, 'utf8')));

/**
 * Indexes the sample web under PUBLIC_URL if only samples are indexed (or `always`), and again after a change of PUBLIC_URL, a page, or the
 * rules, or after an interrupted start. Returns the number of pages.
 */
export async function indexSamples({ publicUrl }: Config, databaseUrl: string, always = false): Promise<number> {
  const sources = await folderSources(SAMPLES_SITE, `${publicUrl}/samples/`);
  const source = await versionOf(sources);
  await using open = new AsyncDisposableStack();
  const { db } = open.use(openClient(databaseUrl, { max: LANES + 1, name: 'webset samples' }));
  const held = await listPublicCollections(db);
  const samples = held.filter(({ kind }) => kind === 'samples');
  if (samples.some((known) => known.source === source && known.pages === sources.length)) return 0;
  if (!always && held.some(({ kind, pages }) => kind !== 'samples' && pages > 0)) return 0;
  for (const known of samples) await deleteCollection(db, known.id);
  const { id: collectionId } = await insertCollection(db, { kind: 'samples', ownerId: null, name: NAME, source });
  const reader = open.use(openReaders());
  const { indexed, failed } = await indexSources({ db, reader }, sources, { collectionId, lanes: LANES, signal: never });
  if (failed[0]) throw new Error(`the sample page ${failed[0].url} cannot be read: ${failed[0].message}`);
  return indexed;
}

/** A hash of every page with its address, and of the version of the rules that read it. */
async function versionOf(sources: readonly Source[]): Promise<string> {
  const hash = createHash('sha256').update(`text ${TEXT_VERSION}`);
  for (const { url, open } of sources) hash.update(url).update((await open(never)).body);
  return hash.digest('hex').slice(0, 16);
}
