import { analyse } from 'chardet';
import sniff from 'html-encoding-sniffer';

/**
 * Bytes as text: byte order mark, then the transport's charset, then the document's own (the WHATWG sniffing algorithm).
 * What is declared gives way to what the bytes are: valid UTF-8 that is not plain ASCII is UTF-8, and declared UTF-8 that is mostly
 * invalid is windows-1252.
 */
export function decode(body: Uint8Array, transport: string | null): string {
  const valid = validUtf8(body);
  if (valid !== null && UNUSUAL.test(valid)) return valid; // a replacement character that is written there is one like any other
  const utf8 = valid ?? new TextDecoder('utf-8').decode(body);
  const { broken, composed } = valid === null ? utf8Quality(utf8) : { broken: 0, composed: 0 };

  const encoding =
    declared(body, transport) ??
    (valid === null && composed <= broken ? guessed(body) : null) ??
    (valid === null ? 'windows-1252' : 'UTF-8');
  if (encoding.toLowerCase() === 'utf-8') return broken > composed ? decodeAs('windows-1252', body, utf8) : utf8;
  return decodeAs(encoding, body, utf8);
}

/** A character beyond ASCII. */
const UNUSUAL = /[^\0-\u007f]/;

/** The charset that the transport, a mark or the document itself declares; null where none does. */
function declared(body: Uint8Array, transport: string | null): string | null {
  try {
    const [one, other] = ['UTF-8', 'windows-1252'].map((defaultEncoding) =>
      sniff(body, { defaultEncoding, ...(transport === null ? {} : { transportLayerEncodingLabel: transport }) }),
    );
    return one === other ? (one ?? null) : null;
  } catch {
    return null; // the sniffer stumbles over a meta element cut short after "charset"
  }
}

/** So many bytes tell a charset; it must be so likely, and so much likelier than the next, of a hundred. */
const GUESS = { bytes: 20_000, least: 30, apart: 20 };

/** The charset of bytes that declare none, by what letters follow each other in the languages that are written in it; null where that is no clear matter. */
function guessed(body: Uint8Array): string | null {
  const [first, second] = analyse(body.subarray(0, GUESS.bytes));
  const isClear = first && first.confidence >= GUESS.least && first.confidence - (second?.confidence ?? 0) >= GUESS.apart;
  return isClear ? first.name : null;
}

function decodeAs(encoding: string, body: Uint8Array, otherwise: string): string {
  try {
    return new TextDecoder(encoding).decode(body);
  } catch {
    return otherwise;
  }
}

function validUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** How many characters the decoder had to replace, and how many of more than one byte it could read. */
function utf8Quality(text: string) {
  let broken = 0;
  let composed = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0xfffd) broken++;
    else if (unit > 0x7f) composed++;
  }
  return { broken, composed };
}
