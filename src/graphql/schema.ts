import './types/scalars.ts';
import './types/collection/collection.ts';
import './types/webset/webset.ts';
import './types/webset/webset-mutations.ts';
import './types/webset/websets.ts';
import './types/collection/sources.ts';
import './types/column/criterion.ts';
import './types/column/enrichment.ts';
import './types/column/suggestion.ts';
import './types/row/row.ts';
import './types/connection/connection.ts';
import './types/connection/sheet.ts';
import './types/view/view.ts';
import './types/review/review.ts';
import './types/review/merge.ts';
import './types/review/queue.ts';
import './types/run/run.ts';
import './types/run/import.ts';
import './types/run/event.ts';
import './types/service/service.ts';
import './types/service/settings.ts';
import './types/share/share.ts';
import { builder } from './builder.ts';
import { guardShares } from './share/guard.ts';

/** The whole GraphQL schema; `schema.graphql` is its print. */
export const schema = guardShares(builder.toSchema());
