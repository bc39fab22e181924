import { once } from 'node:events';
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { clientLeft, Fault } from '../../domain/errors.ts';

/** Called with a form's parts, one after another, in the order they were sent. */
export interface FormParts {
  onField(name: string, text: string): Promise<void>;
  /** `isCut`: it is longer than a file may be. */
  onFile(name: string, body: Buffer, isCut: boolean): Promise<void>;
}

export interface FormLimits {
  fileBytes: number;
  fieldBytes: number;
  files: number;
}

const FIELDS = 10;
const malformed = () => new Fault('BAD_REQUEST', 'The form cannot be read: send multipart/form-data');

/**
 * Reads multipart/form-data as it comes, one file at a time in memory; the body is read on when the file was taken.
 * Throws a Fault for a malformed body, and what `onField` and `onFile` throw.
 */
export async function readForm(req: Request, { fileBytes, fieldBytes, files }: FormLimits, { onField, onFile }: FormParts): Promise<void> {
  const parser = parserOf(req, { fileSize: fileBytes, fieldSize: fieldBytes, files, fields: FIELDS, headerPairs: 20, headerSize: 8192 });
  /** Parts that are to be taken, in the order sent; null while one still comes. */
  const parts: { take: (() => Promise<void>) | null }[] = [];
  let failure: Fault | null = null;
  parser.on('field', (name, text, _isNameCut, isCut) => {
    if (isCut) failure = new Fault('PAYLOAD_TOO_LARGE', `The field ${name} is longer than ${fieldBytes} bytes`);
    parts.push({ take: () => onField(name, text) });
  });
  parser.on('file', (_field, stream, name) => {
    const pieces: Buffer[] = [];
    const part: (typeof parts)[number] = { take: null };
    parts.push(part);
    stream.on('data', (piece: Buffer) => void pieces.push(piece));
    stream.on('error', () => {}); // the form's own error says it
    stream.on('end', () => {
      part.take = () => onFile(name ?? '', Buffer.concat(pieces), stream.truncated);
    });
  });
  parser.on('filesLimit', () => {
    failure = new Fault('PAYLOAD_TOO_LARGE', `An upload holds ${files} files at most: send them in several`);
  });
  parser.on('fieldsLimit', () => {
    failure = malformed();
  });
  const finished = once(parser, 'finish').catch(() => {
    failure ??= malformed();
  });
  const takeReady = async () => {
    if (failure) throw failure; // the last file may be cut where the form is
    for (let [first] = parts; first?.take; [first] = parts) {
      parts.shift();
      await first.take();
    }
    if (failure) throw failure;
  };
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      // a refusal is answered on the same connection
      await Promise.race([new Promise((resolve) => parser.write(chunk, resolve)), finished]);
      await takeReady();
    }
  } catch (error) {
    if (req.errored || (req.destroyed && !req.complete)) throw clientLeft();
    throw error;
  }
  parser.end();
  await finished;
  await takeReady();
}

function parserOf(req: Request, limits: BusboyConfig['limits']): BusboyInstance {
  const unsupported = () => new Fault('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data');
  // the parser takes urlencoded forms, too
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')) throw unsupported();
  try {
    return new Busboy({ headers: req.headers as BusboyHeaders, limits, preservePath: true });
  } catch {
    throw unsupported();
  }
}
