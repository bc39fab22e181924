import type { getDocumentProxy } from 'unpdf';
import { addressOf } from '../../address.ts';

type Sheet = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** Text that a sheet sets at one place, in that order. Lengths in points; `y` is its baseline, from the bottom of the sheet. */
export interface Piece {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  /** Its link target; null: none. */
  url: string | null;
  endsLine: boolean;
}

/** A link on a sheet. */
interface Target {
  url: string;
  left: number;
  foot: number;
  right: number;
  top: number;
}

/** The most links of one sheet: more are not prose. */
const TARGETS_MAX = 500;

/** The pieces of a sheet, with their link targets. */
export async function piecesOf(sheet: Sheet): Promise<Piece[]> {
  const { items } = await sheet.getTextContent();
  const targets = targetsOf((await sheet.getAnnotations().catch(() => [])) as Annotation[]);
  const recent: Piece[] = [];
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const piece: Piece = { text: item.str, x, right: x + item.width, y, size: Math.hypot(c, d), url: null, endsLine: item.hasEOL };
    if (recent.some((one) => isAgain(one, piece))) return item.hasEOL ? { ...piece, text: '' } : [];
    if (recent.push(piece) > LAST) recent.shift();
    return targets.length === 0 || item.str.trim() === '' ? piece : partsOf(piece, targets);
  });
}

/** The most pieces between a text and its shadow. */
const LAST = 4;
/** Text set twice, shifted by less than a stroke, is bold or has a shadow: it counts once. */
const isAgain = (one: Piece, { text, x, y, size }: Piece): boolean =>
  text.trim() !== '' &&
  one.text === text &&
  one.size === size &&
  Math.abs(one.x - x) < size * STROKE &&
  Math.abs(one.y - y) < size * STROKE;
const STROKE = 0.12;

interface Annotation {
  subtype?: string;
  url?: string;
  rect?: number[];
}

const targetsOf = (annotations: readonly Annotation[]): Target[] =>
  annotations
    .flatMap(({ subtype, url, rect = [] }) => {
      const address = subtype === 'Link' && url ? addressOf(url) : null;
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
      const sides = { left: Math.min(x1, x2), right: Math.max(x1, x2), foot: Math.min(y1, y2), top: Math.max(y1, y2) };
      return address === null ? [] : { url: address, ...sides };
    })
    .slice(0, TARGETS_MAX);

/** Splits a piece at the words where a link begins or ends, assuming letters of equal width. */
function partsOf(piece: Piece, targets: readonly Target[]): Piece[] {
  const { text, x, right, y, size } = piece;
  const middle = y + size * 0.3;
  const target = targets.find(({ left, right: end, foot, top }) => foot <= middle && middle <= top && left < right && end > x);
  if (!target || right <= x) return [piece];
  const placeOf = (at: number) => wordEdge(text, ((at - x) / (right - x)) * text.length);
  const [start, end] = [placeOf(target.left), placeOf(target.right)];
  const xOf = (at: number) => x + ((right - x) * at) / text.length;
  const part = (from: number, to: number, url: string | null): Piece[] =>
    from >= to
      ? []
      : [{ ...piece, text: text.slice(from, to), x: xOf(from), right: xOf(to), url, endsLine: to === text.length && piece.endsLine }];
  return end <= start ? [piece] : [...part(0, start, null), ...part(start, end, target.url), ...part(end, text.length, null)];
}

/** The nearest offset at which a word begins or ends. */
function wordEdge(text: string, at: number): number {
  const near = Math.round(Math.min(text.length, Math.max(0, at)));
  for (let step = 0; step <= text.length; step++)
    for (const place of [near - step, near + step])
      if (
        place >= 0 &&
        place <= text.length &&
        (place === 0 || place === text.length || /\s/u.test(text[place] as string) !== /\s/u.test(text[place - 1] as string))
      )
        return place;
  return near;
}
