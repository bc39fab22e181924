import type { Webset } from '../../../domain/webset-state.ts';
import { listCriteria, listEnrichments } from '../../../services/columns.ts';
import { once } from '../../../services/once.ts';
import type { Context } from '../../builder.ts';
import type { RowNode } from '../nouns.ts';

const loaded = new WeakMap<object, RowNode['columns']>();

/** The columns of a webset, read once for all that a request asks of it. */
export function columnsOf(context: Context, webset: Pick<Webset, 'id'>): RowNode['columns'] {
  const known = loaded.get(webset);
  if (known) return known;
  // async, so that a true promise is kept: drizzle's queries are thenables that run anew each time they are awaited
  const columns = {
    criteria: once(async () => listCriteria(context, webset)),
    enrichments: once(async () => listEnrichments(context, webset)),
  };
  loaded.set(webset, columns);
  return columns;
}
