import './types/scalars.ts';
import './collection/collection.ts';
import './types/webset.ts';
import './types/websets.ts';
import './collection/sources.ts';
import './types/criterion.ts';
import './types/enrichment.ts';
import './types/suggestion.ts';
import './types/row.ts';
import './connection/connection.ts';
import './connection/sheet.ts';
import './view/view.ts';
import './review/review.ts';
import './review/merge.ts';
import './review/queue.ts';
import './types/run.ts';
import './import/import.ts';
import './types/event.ts';
import './types/service.ts';
import './settings/settings.ts';
import './share/share.ts';
import { builder } from './builder.ts';
import { guardShares } from './share/guard.ts';

/** The whole GraphQL schema; `schema.graphql` is its print. */
export const schema = guardShares(builder.toSchema());
