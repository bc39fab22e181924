import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { Fault } from '../../domain/errors.ts';
import { collectionName, FILE_BYTES } from '../../domain/page/collection.ts';
import type { Context } from '../../graphql/builder.ts';
import { faultFrom } from '../../graphql/errors.ts';
import { getCollection } from '../../services/collections/collections.ts';
import { collectionNotFound } from '../../services/collections/open.ts';
import { openUpload, type Upload } from '../../services/collections/uploads.ts';
import { isUndecodable, refusePlain } from '../errors.ts';
import { readForm } from './form.ts';

/** Files of one upload, and those that are named of which none was taken. */
const FILES = 5000;
const REFUSED_NAMED = 100;
const LIMITS = { fileBytes: FILE_BYTES.pdf, fieldBytes: FILE_BYTES.list, files: FILES };

const baseUrl = z.url({ protocol: /^https?$/, error: 'base must be an http or https address' }).max(1000);

const newId = z.uuidv4({ error: 'id must be a UUID of version 4' }).optional();

interface UploadDeps {
  contextOf(req: Request): Promise<Context>;
  report(error: unknown): void;
}

/**
 * `POST /api/collections` makes a collection of files, `POST /api/collections/{id}/files` adds to one:
 * multipart/form-data with `name`, `base`, `urls` and files.
 */
export function receiveUploads({ contextOf, report }: UploadDeps): Router {
  const router = express.Router({ caseSensitive: true });
  router.post('/', async (req, res) => {
    const call = await contextOf(req);
    const wanted = parsed(newId, req.query.id);
    await receive(call, await openUpload(call, null, wanted), req, res);
  });
  router.post('/:id/files', async (req: Request<{ id: string }>, res) => {
    if (!z.uuid().safeParse(req.params.id).success) throw collectionNotFound();
    const call = await contextOf(req);
    await receive(call, await openUpload(call, req.params.id), req, res);
  });
  router.all(['/', '/:id/files'], (_req, res) =>
    refusePlain(res.set('Allow', 'POST'), new Fault('METHOD_NOT_SUPPORTED', 'Method Not Supported')),
  );
  router.use((_req, res) => refusePlain(res, new Fault('NOT_FOUND', 'Not Found')));
  router.use(lastResort(report));
  return router;
}

async function receive(call: Context, upload: Upload, req: Request, res: Response): Promise<void> {
  let taken = 0;
  let refusals = 0;
  const refused: { name: string; reason: string }[] = [];
  const take = async (name: string, body: Buffer) => {
    const reason = await upload.take(name, body);
    if (reason === null) taken++;
    else if (++refusals <= REFUSED_NAMED) refused.push({ name: name.toWellFormed().slice(0, 300), reason });
  };
  let made: { id: string } | null = null;
  try {
    await readForm(req, LIMITS, {
      async onField(name, text) {
        if (name === 'name') await upload.rename(parsed(collectionName, text));
        else if (name === 'urls')
          await take(`addresses ${randomUUID()}.urls`, Buffer.from(text)); // one that is not read yet stays
        else if (name === 'base' && taken + refusals > 0) throw new Fault('BAD_REQUEST', 'base must come before the files');
        else if (name === 'base' && text !== '') upload.setBase(parsed(baseUrl, text));
      },
      onFile: (name, body, isCut) => take(name, isCut ? Buffer.alloc(LIMITS.fileBytes + 1) : body),
    });
  } finally {
    made = await upload.end();
  }
  if (made === null)
    throw new Fault('BAD_REQUEST', refused[0] ? `Nothing was taken: ${refused[0].name}: ${refused[0].reason}` : 'The upload holds no file');
  const { name, pages, files } = await getCollection(call, made.id);
  const { waiting, failed } = files;
  res.status(upload.isNew ? 201 : 200).json({ collection: { id: made.id, name, pages, waiting, failed }, taken, refused, refusals });
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  throw new Fault('BAD_REQUEST', found.error.issues[0]?.message ?? 'Bad Request');
}

const lastResort =
  (report: (error: unknown) => void): ErrorRequestHandler =>
  (error, req, res, _next) => {
    if (res.headersSent || res.closed) return;
    refusePlain(res, isUndecodable(error) ? collectionNotFound() : faultFrom(error, report));
    req.resume();
  };
