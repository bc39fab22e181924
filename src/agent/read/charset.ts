import { analyse } from 'chardet';
import sniff from 'html-encoding-sniffer';

/**
 * Bytes as text: byte order mark, transport charset, document charset (WHATWG sniffing). The bytes override a declaration: valid non-ASCII
 * UTF-8 is UTF-8, and declared UTF-8 that is mostly invalid is windows-1252.
 */
export function decode(body: Uint8Array, transport: string | null): string {
  const valid = validUtf8(body);
  if (valid !== null && UNUSUAL.test(valid)) return valid; // a literal replacement character is allowed
  const utf8 = valid ?? new TextDecoder('utf-8').decode(body);
  const { broken, composed } = valid === null ? utf8Quality(utf8) : { broken: 0, composed: 0 };

  const encoding =
    declared(body, transport) ??
    (valid === null && composed <= broken ? guessed(body) : null) ??
    (valid === null ? 'windows-1252' : 'UTF-8');
  if (encoding.toLowerCase() === 'utf-8') return broken > composed ? decodeAs('windows-1252', body, utf8) : utf8;
  return decodeAs(encoding, body, utf8);
}

/** A non-ASCII character. */
const UNUSUAL = /[^\0-\u007f]/;

/** The charset that the transport, a byte order mark or the document declares; null where none does. */
function declared(body: Uint8Array, transport: string | null): string | null {
  try {
    const [one, other] = ['UTF-8', 'windows-1252'].map((defaultEncoding) =>
      sniff(body, { defaultEncoding, ...(transport === null ? {} : { transportLayerEncodingLabel: transport }) }),
    );
    return one === other ? (one ?? null) : null;
  } catch {
    return null; // the sniffer throws on a meta element that ends after "charset"
  }
}

/** Bytes used to guess a charset; the least confidence in percent, and its least lead over the second. */
const GUESS = { bytes: 20_000, least: 30, apart: 20 };

/** The charset of bytes that declare none, by letter frequencies; null when unclear. */
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

/** How many characters the decoder replaced, and how many multi-byte ones it read. */
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
