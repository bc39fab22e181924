import { z } from 'zod';
import { COLLECTION_NAME_MAX } from '../../domain/page/collection.ts';

const fileCount = z.int().min(0);

/** The answer to an upload. */
export const uploadAnswer = z
  .object({
    collection: z.object({
      id: z.uuid(),
      name: z.string(),
      pages: fileCount.describe('How many of its pages are searched.'),
      waiting: fileCount.describe('Files and addresses that a worker has still to read.'),
      failed: fileCount.describe('Those that could not be read.'),
    }),
    taken: fileCount.describe('Files of this upload that were taken.'),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })).describe('The first hundred that were not, and why.'),
    refusals: fileCount.describe('How many were not taken.'),
  })
  .describe('A collection after an upload.');

type Json = Record<string, unknown>;
interface Parts {
  /** A refusal, by its words. */
  plain(description: string): Json;
  parameter(name: string, where: 'path' | 'query', description: string, schema: z.ZodType): Json;
  /** The schema of `uploadAnswer`. */
  answer: Json;
  security: object[];
}

const FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: COLLECTION_NAME_MAX, description: 'What the collection is called.' },
          base: { type: 'string', description: 'The address, of http or https, that the addresses of the files after it begin with.' },
          urls: { type: 'string', description: 'Addresses of pages, one a line.' },
          files: {
            type: 'array',
            items: { type: 'string', contentMediaType: 'application/octet-stream' },
            description:
              'HTML, Markdown, text and PDF, with the folders above them in their file names; a CSV with a column of addresses; a text of nothing but addresses. Parts of any name are files.',
          },
        },
      },
    },
  },
};

/** The descriptions of the uploads, by their paths. */
export function uploadPaths({ plain, parameter, answer, security }: Parts): Record<string, Json> {
  const retryLater = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };
  const refusals = {
    400: plain('The form cannot be read, a part of it is not as described, or nothing of it was taken.'),
    401: plain('Uploads here, or this whole service, are for those who have signed in.'),
    403: plain('The collection belongs to another user or to the operator, or the request comes from a page of another origin.'),
    408: plain('Less than 1,000 bytes a second came for 15 seconds. What had come whole by then stays.'),
    409: plain('The account has as many collections or bytes, or the collection as many files, as it may.'),
    413: plain('The upload is larger than it may be, holds more than 5,000 files, or a field of it is too long.'),
    415: plain('The body is no multipart/form-data, or has a content encoding.'),
    429: {
      ...plain('Too many uploads at a time, or what may be made or written in an hour or a day is used up.'),
      headers: retryLater,
    },
    500: plain('Something went wrong inside.'),
    503: plain('The database cannot be reached at the moment.'),
  };
  const done = (description: string) => ({ description, content: { 'application/json': { schema: answer } } });
  const upload = (operation: Json) => ({
    servers: [{ url: '/', description: 'Outside of the versioned prefix.' }],
    post: { tags: ['collections'], security, requestBody: FORM, ...operation },
  });
  return {
    '/api/collections': upload({
      operationId: 'collections.create',
      summary: 'Make a collection of files',
      description:
        'The account’s, or of whoever has its id where nobody is signed in and ANONYMOUS_UPLOADS is on. A worker reads what was taken. Sent again with the same `id`, it adds to what was made, as after an answer that was lost.',
      parameters: [
        {
          ...parameter('id', 'query', 'The id that it is to have: a random UUID of version 4. Without it the service makes one.', z.uuid()),
          required: false,
        },
      ],
      responses: { 200: done('There was one of that id: the files were added.'), 201: done('It was made.'), ...refusals },
    }),
    '/api/collections/{id}/files': upload({
      operationId: 'collections.add',
      summary: 'Add files to a collection',
      description: 'A file of the same name, or the same address, takes the place of the one before.',
      parameters: [parameter('id', 'path', 'The id of the collection.', z.uuid())],
      responses: { 200: done('They were added.'), ...refusals, 404: plain('There is no such collection.') },
    }),
  };
}
