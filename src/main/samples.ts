import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { openClient } from '../db/client.ts';
import { anyUrlOf, countIndex, dropCollection } from '../db/page.ts';
import { criterionInput } from '../domain/criterion.ts';
import { enrichmentInput } from '../domain/enrichment.ts';
import { createWebsetInput } from '../domain/webset.ts';
import { folderSources, indexSources } from '../runs/indexing.ts';
import { openReaders } from './agent.ts';

const COLLECTION = 'samples';
const LANES = 4;

const folder = fileURLToPath(new URL('../../samples/', import.meta.url));
export const SAMPLES_SITE = `${folder}site`;

/** An example request with its criteria and columns. */
const sampleRequest = createWebsetInput.omit({ originalQuery: true }).extend({
  id: z.string(),
  title: z.string(),
  query: createWebsetInput.shape.originalQuery,
  criteria: z.array(criterionInput),
  enrichments: z.array(enrichmentInput),
});

export const readSampleRequests = () => z.array(sampleRequest).parse(JSON.parse(readFileSync(`${folder}requests.json`, 'utf8')));

/**
 * Indexes the sample web as it stands under PUBLIC_URL, when nothing else is indexed; again when PUBLIC_URL has changed, so that links to
 * its pages open. Answers how many pages it indexed.
 */
export async function indexSamples({ publicUrl }: Config, databaseUrl: string): Promise<number> {
  const base = `${publicUrl}/samples/`;
  await using open = new AsyncDisposableStack();
  const { db } = open.use(openClient(databaseUrl, { max: LANES + 1, name: 'webset samples' }));
  const known = await anyUrlOf(db, COLLECTION);
  if (known?.startsWith(base) || (known === null && (await countIndex(db)) > 0)) return 0;
  await dropCollection(db, COLLECTION);
  const reader = open.use(openReaders());
  const { indexed, failed } = await indexSources({ db, reader }, await folderSources(SAMPLES_SITE, base), {
    collection: COLLECTION,
    lanes: LANES,
    signal: new AbortController().signal,
  });
  if (failed[0]) throw new Error(`the sample page ${failed[0].url} cannot be read: ${failed[0].message}`);
  return indexed;
}
