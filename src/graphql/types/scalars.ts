import { GraphQLError } from 'graphql';
import { websetId } from '../../domain/webset-state.ts';
import { builder } from '../builder.ts';

const refuse = (what: string) => new GraphQLError(what, { extensions: { code: 'BAD_REQUEST' } });

builder.scalarType('UUID', {
  description: 'A UUID (RFC 9562), as REST, URLs and exports use it.',
  serialize: (id) => id,
  parseValue: (value) => {
    const parsed = websetId.safeParse(value);
    if (!parsed.success) throw refuse('Expected a UUID');
    return parsed.data.toLowerCase();
  },
});

/** A day or a moment of the years that both JavaScript and Postgres write alike. */
const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const END = Date.parse('+010000-01-01T00:00:00Z');

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, in UTC, with milliseconds.',
  serialize: (moment) => moment.toISOString(),
  parseValue: (value) => {
    const moment = new Date(typeof value === 'string' && MOMENT.test(value) ? value : Number.NaN);
    const ms = moment.getTime();
    if (!(ms >= FIRST && ms < END)) throw refuse('Expected a moment in ISO 8601, of the years 1 to 9999');
    return moment;
  },
});

builder.scalarType('EventIndex', {
  description: 'A place in a webset’s event log: a whole number from 0, below 2^53.',
  serialize: (index) => index,
  parseValue: (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw refuse('Expected a whole number from 0, below 2^53');
    return value;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: () => {
    throw refuse('JSON is only ever answered');
  },
});
