import type { Database } from '../../db/connection/client.ts';
import { listPageTexts } from '../../db/queries/shared/page.ts';
import { evidenceAt, holds, type Span } from '../../domain/page/evidence.ts';

/** Rows of a webset by index, `to` exclusive. */
export interface Range {
  from: number;
  to: number;
}

export interface PageSpan extends Span {
  pageId: string;
}

const TEXTS = 16;

/** The quotes at spans; null for a span that is not within one block. */
export async function quotesOf(db: Database, spans: readonly PageSpan[]): Promise<(span: PageSpan) => string | null> {
  const found = new Map<string, string>();
  const keyOf = ({ pageId, start, end }: PageSpan) => `${pageId} ${start} ${end}`;
  const byPage = Map.groupBy(spans, ({ pageId }) => pageId);
  const ids = [...byPage.keys()];
  for (let i = 0; i < ids.length; i += TEXTS)
    for (const { id, text } of await listPageTexts(db, ids.slice(i, i + TEXTS)))
      for (const span of byPage.get(id) ?? []) {
        const evidence = evidenceAt(text, span);
        if (holds(text, evidence)) found.set(keyOf(span), evidence.quote);
      }
  return (span) => found.get(keyOf(span)) ?? null;
}

/** The evidence of a cell without any. */
export const NOTHING = { quote: null, start: null, end: null };
