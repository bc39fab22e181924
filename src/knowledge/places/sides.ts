import { type KnownPlace, openGeography, plainName } from './geography.ts';
import { placeNamed } from './named.ts';

const SIDES: Record<string, [axis: 0 | 1, sign: 1 | -1]> = {
  north: [0, 1],
  south: [0, -1],
  east: [1, 1],
  west: [1, -1],
  upper: [0, 1],
  lower: [0, -1],
};
/** The share of a country's towns beyond `from` on the far side, and before `not` on the near side. */
const SHARES = { from: 0.7, not: 0.45 };

/** A part of a place by direction, from the coordinates of its towns: “northern England”; null if it is not one. */
export function sideOf(name: string): KnownPlace | null {
  const groups = /^(?<side>north|south|east|west|upper|lower)(?:ern)?\s(?:of\s)?(?<of>\p{L}.*)$/iu.exec(name)?.groups;
  const whole = groups?.of ? placeNamed(groups.of) : null;
  const [axis, sign] = SIDES[groups?.side?.toLowerCase() ?? ''] ?? [null, 1 as const];
  if (!whole || axis === null) return null;
  const { towns, number, countries, regions, named } = openGeography();
  const degrees: number[] = [];
  for (let i = 0; i < towns.length; i++) {
    if (!whole.countries.has(countries[number('country', i)] ?? '')) continue;
    if (named[whole.name] === undefined && !regions[number('admin', i)]?.includes(whole.name)) continue;
    degrees.push((sign * number(axis === 0 ? 'latitude' : 'longitude', i)) / 100);
  }
  if (degrees.length < 20) return null;
  degrees.sort((a, b) => a - b);
  const at = (share: number) => sign * (degrees[Math.floor(share * degrees.length)] ?? 0);
  return {
    ...whole,
    name: plainName(name).replace(/^(north|south|east|west)ern /u, '$1 '),
    isWhole: false,
    within: new Set([...whole.within, whole.name]),
    side: { axis, sign, from: at(SHARES.from), not: at(SHARES.not) },
  };
}

/** Whether one place is in a part by direction; null if it may be. */
export function liesBeside(
  inner: KnownPlace,
  outer: KnownPlace,
  { axis, sign, from, not }: NonNullable<KnownPlace['side']>,
): boolean | null {
  const whole = outer.name.replace(/^\S+\s/u, '');
  const shared = [...inner.countries].filter((code) => outer.countries.has(code)).length;
  if (shared === 0) return [...inner.others].some((code) => outer.countries.has(code)) ? null : false;
  const isWithin = inner.within.has(whole) || (openGeography().named[whole] !== undefined && shared === inner.countries.size);
  const at = inner.at?.[axis];
  if (!isWithin || at === undefined) return null;
  return sign * (at - from) >= 0 ? true : sign * (at - not) <= 0 ? false : null;
}
