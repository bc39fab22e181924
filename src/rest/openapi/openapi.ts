import { z } from 'zod';
import { FAULTS, type FaultCode } from '../../domain/errors.ts';
import { uploadAnswer, uploadPaths } from '../collections/describe.ts';
import type { About } from '../operation.ts';
import { operations } from '../rpc.ts';
import { THINGS } from '../things.ts';
import { downloadPath, exportPath, sharedPath, streamPath } from './downloads.ts';
import { json, OPTIONAL_COOKIE, parameter, plain, ref, schemasOf } from './schemas.ts';

type Name = keyof typeof operations;

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

const faultResponse = (code: FaultCode) => ({
  description: STATUS_WORDS[code] ?? code,
  ...(code === 'TOO_MANY_REQUESTS' && {
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
  }),
  content: json(ref('schemas', `${code}_Error`)),
});

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
