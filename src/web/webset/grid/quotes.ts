import { ask } from '../../api/client.ts';
import { type LineFragment, RowQuotesDocument, type RowQuotesQuery } from '../../generated/documents.ts';

type Row = Extract<NonNullable<RowQuotesQuery['node']>, { verdicts: unknown }>;

const KEPT_MAX = 100;
const kept = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** The quotes of a row in its current version, by the UUIDs of criteria and columns; fetched once. Throws Trouble. */
export function quotesOf({ id, updatedAt }: LineFragment): Promise<ReadonlyMap<string, string>> {
  const key = `${id} ${updatedAt}`;
  const known = kept.get(key);
  if (known) return known;
  const fetched = fetchQuotes(id);
  kept.set(key, fetched);
  fetched.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return fetched;
}

async function fetchQuotes(id: string): Promise<ReadonlyMap<string, string>> {
  const { node } = await ask(RowQuotesDocument, { id });
  const quotes = new Map<string, string>();
  if (!node || !('verdicts' in node)) return quotes;
  const row = node as Row;
  for (const { criterion, evidence } of row.verdicts) if (evidence) quotes.set(criterion.uuid, evidence.quote);
  for (const { enrichment, evidence, suggestion } of row.values) {
    const quote = (evidence ?? suggestion?.evidence)?.quote;
    if (quote) quotes.set(enrichment.uuid, quote);
  }
  return quotes;
}
