import type { Webset } from '../../../domain/webset-state.ts';
import * as services from '../../../services/columns.ts';
import { once } from '../../../services/once.ts';
import type { Context } from '../../builder.ts';
import type { RowNode } from '../nouns.ts';

const loaded = new WeakMap<object, RowNode['columns']>();

/** The columns of a webset, read once for all that a request asks of it. */
export function columnsOf(context: Context, webset: Pick<Webset, 'id'>): RowNode['columns'] {
  const known = loaded.get(webset);
  if (known) return known;
  const both = once(() => services.columnsOf(context, webset));
  const columns = { criteria: async () => (await both()).criteria, enrichments: async () => (await both()).enrichments };
  loaded.set(webset, columns);
  return columns;
}
