import { FetchFailure } from './fetch-failure.ts';

export const PAGE_TYPES = new Set(['', 'text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'text/xml', 'application/xml']);
/** Media types under which PDFs are sent; the last two are generic. */
export const PDF_TYPES = new Set(['application/pdf', 'application/x-pdf', 'application/octet-stream', 'binary/octet-stream']);
export const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,application/xml;q=0.7,*/*;q=0.1';

/** The media type by the document's bytes where they are clear, else as declared. Throws FetchFailure for what is neither text nor PDF. */
export function typeOf(declared: string, body: Uint8Array, { host }: URL): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  if (start.trimStart().startsWith('%PDF-')) return 'application/pdf';
  const isOpen = declared === '' || (declared !== 'application/pdf' && PDF_TYPES.has(declared));
  // text that starts like HTML is HTML, whatever its declared type
  if (/^(?:\S{0,3})\s*(?:<!doctype\s+html|<html[\s>])/iu.test(start) && (isOpen || declared === 'text/plain')) return 'text/html';
  if (!isOpen) return declared;
  if (body.subarray(0, 1024).includes(0)) throw new FetchFailure('media_type', `What ${host} sent is neither a page nor a PDF`);
  return /^\S{0,3}</u.test(start.trimStart()) ? 'text/html' : 'text/plain';
}
