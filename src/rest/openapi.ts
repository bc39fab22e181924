import { z } from 'zod';
import { FAULTS, type FaultCode } from '../domain/errors.ts';
import { startIndexInput } from '../domain/run-event.ts';
import { uploadAnswer, uploadPaths } from './collections/describe.ts';
import { DOWNLOAD_MEDIA, downloadFormatInput, proofInput } from './download/download.ts';
import { bomInput, detailsInput, formatInput, verdictInput, viewInput } from './export.ts';
import type { About } from './operation.ts';
import { operations } from './rpc.ts';
import { THINGS } from './things.ts';

type Name = keyof typeof operations;
type Json = Record<string, unknown>;

const GENERAL: readonly FaultCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];

const STATUS_WORDS: Partial<Record<FaultCode, string>> = {
  BAD_REQUEST: 'The request is not as described; `data.issues` says where, when it is the body’s content.',
  UNAUTHORIZED: 'The operation, or this whole service, is for those who have signed in.',
  FORBIDDEN: 'The session belongs to another user, or the request comes from a page of another origin.',
  NOT_FOUND: 'There is no such session.',
  REQUEST_TIMEOUT: 'The body did not come within 15 seconds.',
  CONFLICT: 'A run is in progress, the label is taken, or there are as many as there may be.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is of another kind than JSON.',
  TOO_MANY_REQUESTS: 'The requests of this hour, or the bytes of this day, are used up; `Retry-After` says how many seconds to wait.',
  INTERNAL_SERVER_ERROR: 'Something went wrong inside.',
  SERVICE_UNAVAILABLE: 'The database cannot be reached at the moment, or too many large answers are being sent.',
};

const ref = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: Json) => ({ 'application/json': { schema } });
const capital = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

const issue = z.looseObject({
  code: z.string(),
  path: z.array(z.union([z.string(), z.int()])).describe('The way into the body.'),
  message: z.string(),
});
const faultBody = (code: FaultCode) =>
  z.object({
    code: z.literal(code),
    message: z.string(),
    defined: z.boolean().describe('Whether the operation declares this error.'),
    ...(code === 'BAD_REQUEST' && { data: z.object({ issues: z.array(issue) }).optional() }),
  });
const plainBody = z.object({ error: z.string() }).describe('How exports, streams, downloads and uploads refuse.');

/** JSON Schemas of named zod schemas, which refer to each other by name. Answers stay open: fields may be added. */
function schemasOf(named: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (name) => `#/components/schemas/${name}`,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]));
}

/** Removes what adds nothing: patterns beside formats, bounds of JavaScript's integers. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
}

const plain = (description: string) => ({ description, content: json(ref('schemas', 'ExportError')) });

const faultResponse = (code: FaultCode) => ({
  description: STATUS_WORDS[code] ?? code,
  ...(code === 'TOO_MANY_REQUESTS' && {
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
  }),
  content: json(ref('schemas', `${code}_Error`)),
});

const OPTIONAL_COOKIE = [{}, { sessionCookie: [] }];

function pathOf(name: Name) {
  const { summary, description, faults, signedIn }: About = operations[name];
  const refusals = [...GENERAL, ...faults].sort((a, b) => FAULTS[a].status - FAULTS[b].status);
  return {
    post: {
      operationId: `search.${name}`,
      tags: ['search'],
      summary,
      description,
      security: signedIn ? [{ sessionCookie: [] }] : OPTIONAL_COOKIE,
      requestBody: { required: true, content: json(ref('schemas', `${capital(name)}Request`)) },
      responses: {
        200: { description: 'Done.', content: json(ref('schemas', `${capital(name)}Response`)) },
        ...Object.fromEntries(refusals.map((code) => [FAULTS[code].status, ref('responses', code)])),
      },
    },
  };
}

const parameter = (name: string, where: 'path' | 'query', description: string, schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => tidy(jsonSchema) });
  return { name, in: where, required: where === 'path', description, schema: shape };
};
const sessionId = parameter('sessionId', 'path', 'The id of the session.', z.uuid());

const download = (operation: Json) => ({
  servers: [{ url: '/', description: 'Outside of the versioned prefix.' }],
  get: { tags: ['sessions'], security: OPTIONAL_COOKIE, ...operation },
});

const ATTACHMENT = {
  'Content-Disposition': { description: '`attachment`, with the name `webset-<id-prefix>.<format>`.', schema: { type: 'string' } },
};
const DOWNLOAD_REFUSALS = {
  401: plain('This whole service is for those who have signed in.'),
  403: plain('The session belongs to another user, or the request comes from a page of another origin.'),
  404: plain('There is no such session.'),
  500: plain('The export failed.'),
};

const exportPath = download({
  operationId: 'sessions.export',
  summary: 'Download the dataset',
  description:
    'The session as an attachment, its results in the order found: every one of every verdict, unless `verdict` or `view` says which.',
  parameters: [
    sessionId,
    parameter('format', 'query', 'CSV or a JSON document.', formatInput),
    parameter('bom', 'query', '1: the CSV begins with a byte order mark, by which Excel knows that it is UTF-8.', bomInput),
    parameter('verdict', 'query', 'Only results of this combined verdict.', verdictInput),
    parameter('view', 'query', 'The id of a saved view: its results in its order, with the columns that it shows.', viewInput),
    parameter('details', 'query', '1: each result of the JSON has its id, its likelihood and the evidence of each cell.', detailsInput),
  ],
  responses: {
    200: {
      description: 'The dataset.',
      headers: ATTACHMENT,
      content: {
        'text/csv': { schema: { type: 'string', description: 'URL, Title, a column an enrichment, a column a criterion, Overall.' } },
        ...json(ref('schemas', 'Export')),
      },
    },
    400: plain('The format is neither csv nor json, or a parameter has another value than these, or is not for this format.'),
    ...DOWNLOAD_REFUSALS,
  },
});

const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

const downloadPath = download({
  operationId: 'websets.download',
  summary: 'Download the dataset with its proof',
  description:
    'The results, matches first, with three more columns for each column and criterion: the quote, the address of its page and who decided. A CSV, or a file with numbers and whole days as such: an Excel workbook, whose addresses are links, or Apache Parquet, where a column of texts beside each column of dates has them as found.',
  parameters: [
    parameter('websetId', 'path', 'The id of the session.', z.uuid()),
    { ...parameter('format', 'query', 'The kind of file.', downloadFormatInput), required: true },
    parameter('bom', 'query', '1: the CSV begins with a byte order mark, by which Excel knows that it is UTF-8.', bomInput),
    parameter('proof', 'query', '0: without the columns of quotes, pages and who decided.', proofInput),
    parameter('verdict', 'query', 'Only results of this combined verdict.', verdictInput),
    parameter('view', 'query', 'The id of a saved view: its results in its order, with the columns that it shows.', viewInput),
  ],
  responses: {
    200: {
      description: 'The dataset.',
      headers: { 'Content-Disposition': { description: '`attachment`, named by the title of the session.', schema: { type: 'string' } } },
      content: { 'text/csv': { schema: { type: 'string' } }, [DOWNLOAD_MEDIA.xlsx]: file, [DOWNLOAD_MEDIA.parquet]: file },
    },
    400: plain('The format is none of csv, xlsx and parquet, or a parameter has another value than these, or is not for this format.'),
    429: plain('Two downloads of the caller are under way; `Retry-After` says how many seconds to wait.'),
    ...DOWNLOAD_REFUSALS,
  },
});

const shareId = parameter('shareId', 'path', 'The id of a share: a link that reads, or one for the caller’s account.', z.uuid());
const SHARE_REFUSALS = { ...DOWNLOAD_REFUSALS, 404: plain('There is no such share, it was revoked, or it is for another account.') };

/** The same of a session that is shared: its ids are those of the share. */
const sharedPath = ({ get, ...path }: ReturnType<typeof download>, operationId: string) => {
  const { parameters, responses, ...operation } = get as Json & { parameters?: Json[]; responses?: Json };
  const named = [shareId, ...(parameters ?? []).slice(1)];
  return { ...path, get: { ...operation, operationId, parameters: named, responses: { ...responses, ...SHARE_REFUSALS } } };
};

const streamPath = download({
  operationId: 'sessions.stream',
  summary: 'Follow the run',
  description:
    'The session’s run events as lines of JSON, past ones first, until the run ends or five minutes are over. Heartbeats are blank lines.',
  parameters: [
    sessionId,
    parameter('startIndex', 'query', 'The index after the last event consumed: 0 or nothing for all.', startIndexInput),
  ],
  responses: {
    200: { description: 'One event a line.', content: { 'application/x-ndjson': { schema: ref('schemas', 'RunEvent') } } },
    400: plain('`startIndex` is not a whole number from 0, below 2^53.'),
    401: plain('This whole service is for those who have signed in.'),
    403: plain('The request comes from a page of another origin.'),
    404: plain('There is no such session, it belongs to another user, or no run was ever started.'),
    429: plain('The address follows as many streams as it may; `Retry-After` says how many seconds to wait.'),
    500: plain('Something went wrong inside.'),
    502: plain('The events cannot be reached at the moment.'),
  },
});

/** The description of the REST endpoints (OpenAPI 3.1), made of the schemas that check requests, and answers in tests. */
export function describeApi() {
  const names = Object.keys(operations) as Name[];
  const named = <T>(suffix: string, of: (name: Name) => T) =>
    Object.fromEntries(names.map((name) => [`${capital(name)}${suffix}`, of(name)])) as Record<string, T>;
  const codes = [...new Set([...GENERAL, ...names.flatMap((name) => operations[name].faults)])];
  const errors = Object.fromEntries(codes.map((code) => [`${code}_Error`, faultBody(code)]));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Webset',
      version: '1.0.0',
      summary: 'Turns a request in plain English into a verified dataset.',
      description:
        'Make a session, add criteria and columns, start a run, poll until `runAlive` is false, export. A session made without signing in belongs to nobody and opens to whoever holds its id; one made by a user opens to that user alone.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Whoever runs this service' },
    },
    servers: [{ url: '/api/v1', description: 'The JSON operations.' }],
    tags: [
      { name: 'search', description: 'The JSON operations.' },
      { name: 'sessions', description: 'Downloads.' },
      { name: 'collections', description: 'Pages of one’s own.' },
    ],
    paths: {
      ...Object.fromEntries(names.map((name) => [`/search/${name}`, pathOf(name)])),
      '/api/sessions/{sessionId}/export': exportPath,
      '/api/sessions/{sessionId}/stream': streamPath,
      '/api/websets/{websetId}/download': downloadPath,
      '/api/shares/{shareId}/export': sharedPath(exportPath, 'shares.export'),
      '/api/shares/{shareId}/download': sharedPath(downloadPath, 'shares.download'),
      ...uploadPaths({ plain, parameter, answer: ref('schemas', 'UploadAnswer'), security: OPTIONAL_COOKIE }),
    },
    components: {
      securitySchemes: {
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Secure-app.session_token',
          description: 'Set by signing in at /auth/login, or by POST /api/auth/sign-in/email.',
        },
      },
      schemas: {
        ...schemasOf(
          named('Request', (name) => operations[name].input),
          'input',
        ),
        ...schemasOf(
          {
            ...THINGS,
            ...named('Response', (name) => operations[name].output),
            ...errors,
            ExportError: plainBody,
            UploadAnswer: uploadAnswer,
          },
          'output',
        ),
      },
      responses: Object.fromEntries(codes.map((code) => [code, faultResponse(code)])),
    },
  };
}
