import './scalars.ts';
import './webset.ts';
import './websets.ts';
import './criterion.ts';
import './enrichment.ts';
import './suggestion.ts';
import './row.ts';
import './connection.ts';
import './sheet.ts';
import './review.ts';
import './run.ts';
import './event.ts';
import './service.ts';
import { builder } from './builder.ts';

/** The whole GraphQL schema; `schema.graphql` is its print. */
export const schema = builder.toSchema();
