import { GraphQLError } from 'graphql';
import { websetId } from '../domain/webset.ts';
import { builder } from './builder.ts';

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

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, in UTC, with milliseconds.',
  serialize: (moment) => moment.toISOString(),
  parseValue: (value) => {
    const moment = new Date(typeof value === 'string' ? value : Number.NaN);
    if (Number.isNaN(moment.getTime())) throw refuse('Expected a moment in ISO 8601');
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
