import { appendEvents } from '../../db/queries/runs/event.ts';
import { findAliveRun } from '../../db/queries/runs/run.ts';
import { insertRunQueries, listRunQueries } from '../../db/queries/runs/run-query.ts';
import { Fault } from '../../domain/errors.ts';
import type { OpenedWebset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { spendWithin } from '../limits.ts';
import { holdCaller, holdWebset } from '../open.ts';

/** Brave takes 400 characters and 50 words, the least of the providers. */
const QUERY_MAX = 200;
const QUERIES_MAX = 20;

/** What a person would have a run search for: a query, the request on one site, or a query on one site. */
export interface AddedSearch {
  query?: string | undefined;
  site?: string | undefined;
}

/**
 * Has the alive run search for something more in its next round. CONFLICT while none searches; BAD_REQUEST for an empty or too long query,
 * a site that is no host, and beyond 20 of a run.
 */
export async function addSearch(call: Call, websetId: string, { query, site }: AddedSearch): Promise<OpenedWebset> {
  const host = site === undefined ? null : hostOf(site);
  const added = await call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    const webset = await holdWebset(call, tx, websetId);
    await spendWithin(call, tx, null, query);
    const words = tidy(query ?? (host === null ? '' : webset.originalQuery.slice(0, QUERY_MAX / 2)));
    const text = host === null ? words : `${words} site:${host}`;
    if (words === '' || text.length > QUERY_MAX) throw new Fault('BAD_REQUEST', `A query has 1 to ${QUERY_MAX} characters`);
    const run = await findAliveRun(tx, websetId);
    if (run?.mode !== 'search') throw new Fault('CONFLICT', 'No search is at work on this webset');
    const own = (await listRunQueries(tx, run.id)).filter(({ family }) => family === 'person');
    if (own.length >= QUERIES_MAX) throw new Fault('BAD_REQUEST', `A run takes ${QUERIES_MAX} queries of people at most`);
    await insertRunQueries(tx, run.id, [{ text, family: 'person' }]);
    await appendEvents(tx, websetId, run.id, [{ type: 'narration', data: { text: `Somebody asked to search for “${text}” as well` } }]);
    return { ...webset, run };
  });
  call.listener.notify(websetId);
  return added;
}

const tidy = (text: string) => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** The host of an address or of a bare name. */
function hostOf(site: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(site) ? site : `https://${site.trim()}`);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.'))
    throw new Fault('BAD_REQUEST', 'A site is a host such as example.org');
  return url.hostname.replace(/^www\./, '');
}
