import { constants, deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';

/** UTF-16 code units that are compressed together. */
const PIECE = 32_768;
const LEVEL = { level: 5 };

/** A ZIP file that is put out as it is written, one part after another. */
export interface ZipFile {
  /** Begins a part, which gets pieces; the last one ends it. */
  begin(path: string): { write(text: string): void; end(): void };
  end(): void;
}

export function createZip(put: (piece: Uint8Array) => void): ZipFile {
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    put(piece);
  });
  const bytes = new Uint8Array(3 * PIECE); // used again for each piece: garbage outside of the heap is collected late
  const encoder = new TextEncoder();
  return {
    begin(path) {
      const part = new DeflatedPart(path);
      zip.add(part);
      let waiting = '';
      const push = (text: string, isLast: boolean) => {
        for (let rest = text; ; ) {
          const { read, written } = encoder.encodeInto(rest, bytes);
          rest = rest.slice(read);
          part.push(bytes.subarray(0, written), isLast && rest === '');
          if (rest === '') return;
        }
      };
      return {
        write(text) {
          waiting += text;
          if (waiting.length < PIECE) return;
          push(waiting, false);
          waiting = '';
        },
        end: () => push(waiting, true),
      };
    },
    end: () => zip.end(),
  };
}

/** Pieces that are compressed one by one and together are one stream (RFC 1951): zlib takes half of JavaScript's time and memory. */
class DeflatedPart extends ZipPassThrough {
  override compression = 8;

  protected override process(piece: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, deflateRawSync(piece, { ...LEVEL, finishFlush }), isLast);
  }
}
