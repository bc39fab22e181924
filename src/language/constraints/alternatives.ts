import { placeNamed, regionByCode } from '../../knowledge/places/named.ts';
import type { Constraint } from './constraint.ts';

/** 2 for a country, 1 for a part of one, 0 for a town or for words that name no place. */
const rank = (name: string) => {
  const place = placeNamed(name.replace(/^the\s/u, ''));
  return !place ? (regionByCode(name) ? 1 : 0) : place.isWhole ? 2 : place.at === null ? 1 : 0;
};

/** The places in "Paris, France or Spain". An item that locates the one before it stays with it. */
export function listedPlaces(words: string): string[] {
  if (placeNamed(words) || !/,|\s(?:or|and)\s/u.test(words)) return [words];
  const all = words.split(/,?\s(?:or|and)\s(?:in\s)?/u).flatMap((part) => {
    const items: string[] = [];
    for (const item of part.split(/,\s/u).filter(Boolean)) {
      const before = items.at(-1);
      if (before !== undefined && rank(item) > rank(before)) items[items.length - 1] = `${before}, ${item}`;
      else items.push(item);
    }
    return items;
  });
  return [
    ...new Set(
      all.map((item) =>
        item
          .replace(/^the\s/u, '')
          .replace(/[.,]$/u, '')
          .trim(),
      ),
    ),
  ].filter(Boolean);
}

/** The years that follow a year: ", 2015 or 2016"; '' if there are none, or no "or". */
export const yearsAfter = (text: string): string =>
  /^(?:,\s(?:1[5-9]|20)\d\d)*,?\sor\s(?:in\s)?(?:1[5-9]|20)\d\d(?![\p{L}\d])/u.exec(text)?.[0] ?? '';

/** Merges spans that touch. */
export function spansOf(days: { from: string | null; to: string | null }[]): { from: string | null; to: string | null }[] {
  const sorted = [...days].sort((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
  const merged: typeof days = [];
  for (const one of sorted) {
    const last = merged.at(-1);
    const touches = last && (last.to === null || one.from === null || Date.parse(one.from) - Date.parse(last.to) <= 86_400_000);
    if (last && touches) last.to = last.to === null || one.to === null ? null : one.to > last.to ? one.to : last.to;
    else merged.push({ ...one });
  }
  return merged;
}

const GAP = /^[\s,]*\bor\s+(?:in\s+|else\s+)?$/iu;
const BOUNDED = new Set<Constraint['kind']>(['time', 'number', 'place', 'either']);
const AFTER =
  /^\s*,?\s*or\s(?!(?:more|less|fewer|later|newer|older|earlier|above|below|under|over|so)\b)[^,;.]{1,60}?(?=\s(?:and|but|that|which|who|with|has|have)\b|[,;.]|$)/iu;
const BEFORE = /(?:(?:^|[,;])\s*|\b(?:that|which|who|with|and)\s(?:(?:is|are)\s)?)?(?:[^,;\s]+\s){1,4}?or\s*$/iu;

function joined(text: string, a: Constraint, b: Constraint): Constraint {
  const at = { text: text.slice(a.start, b.end).trim(), start: a.start, end: b.end };
  if (a.kind === 'time' && b.kind === 'time' && (b.event === '' || a.event === b.event)) {
    const any = spansOf([...(a.any ?? [a]), ...(b.any ?? [b])].map(({ from, to }) => ({ from, to })));
    return { ...a, ...at, from: any[0]?.from ?? null, to: any.at(-1)?.to ?? null, any };
  }
  if (a.kind === 'place' && b.kind === 'place' && a.relation === b.relation)
    return { ...a, ...at, place: `${a.place} or ${b.place}`, any: [...a.any, ...b.any] };
  if (a.kind === 'number' && b.kind === 'number' && (a.unit === '' || a.unit === b.unit) && (a.currency ?? b.currency) === b.currency)
    return { ...b, ...at, about: a.about || b.about, any: [...(a.any ?? [a]), ...(b.any ?? [b])].map(({ min, max }) => ({ min, max })) };
  return { kind: 'either', ...at };
}

/** Joins constraints around "or": bounds of one kind become one bound with several spans; anything else cannot be checked by rule. */
export function withAlternatives(text: string, constraints: Constraint[]): Constraint[] {
  const found: Constraint[] = [];
  for (const constraint of constraints) {
    const last = found.at(-1);
    const bounded = last && (BOUNDED.has(last.kind) || BOUNDED.has(constraint.kind));
    if (last && bounded && GAP.test(text.slice(last.end, constraint.start))) found[found.length - 1] = joined(text, last, constraint);
    else found.push(constraint);
  }
  return found.map((constraint, i) => {
    if (!BOUNDED.has(constraint.kind)) return constraint;
    const [from, to] = [found[i - 1]?.end ?? 0, found[i + 1]?.start ?? text.length];
    const before = BEFORE.exec(text.slice(from, constraint.start))?.[0] ?? '';
    const after = AFTER.exec(text.slice(constraint.end, to))?.[0] ?? '';
    if (before === '' && after === '') return constraint;
    const [start, end] = [constraint.start - before.trimStart().length, constraint.end + after.length];
    return {
      kind: 'either',
      text: text
        .slice(start, end)
        .replace(/^[,;\s]+/u, '')
        .trim(),
      start,
      end,
    };
  });
}
