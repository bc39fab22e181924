import express, { type RequestHandler } from 'express';
import { Fault } from '../domain/errors.ts';
import { malformed } from './errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = /^application\/([\w.+-]+\+)?json$/;

/** Reads the body as bytes, unpacked (gzip, deflate, brotli), at most `limit` bytes of them. */
export const readBody = (limit: number): RequestHandler => express.raw({ type: () => true, limit });

/**
 * The body's value: JSON of any or no content type, the text itself of text/*, undefined of an empty body.
 * Throws BAD_REQUEST for malformed bodies and UNSUPPORTED_MEDIA_TYPE for other kinds of bodies.
 */
export function bodyOf(bytes: unknown, contentType: string | undefined): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isText = type.startsWith('text/');
  if (type !== '' && !isText && !JSON_TYPE.test(type)) throw new Fault('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json');
  try {
    const text = utf8.decode(bytes);
    return isText ? text : JSON.parse(text);
  } catch {
    throw malformed();
  }
}

/** The refusal of a body that could not be read; null for errors that are not the body's. */
export function bodyFault(error: unknown): Fault | null {
  if (error instanceof Fault) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new Fault('PAYLOAD_TOO_LARGE', 'Payload Too Large');
  return typeof status === 'number' && status >= 400 && status < 500 ? malformed() : null;
}
