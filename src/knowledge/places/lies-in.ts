import { remembered } from '../../domain/text.ts';
import { isName, kindsOf, meanings, namesOf } from '../wordnet.ts';
import { type KnownPlace, openGeography } from './geography.ts';
import { liesBeside } from './sides.ts';

/** Countries in both Europe and Asia. */
const ASTRIDE = new Set(['RU', 'TR', 'KZ', 'GE', 'AZ']);

/** Nations within a country; a place is in only one of them. */
const NATIONS = new Set(['england', 'scotland', 'wales', 'northern ireland']);

/** Towns this many degrees apart are different. */
const APART = 0.4;
const isTown = ({ isWhole, at, side }: KnownPlace) => !isWhole && at !== null && side === undefined;
const apartBy = (one: KnownPlace['at'], other: KnownPlace['at']) =>
  one && other ? Math.hypot(one[0] - other[0], (one[1] - other[1]) * Math.cos((one[0] * Math.PI) / 180)) : 0;

/** “West Yorkshire” is in Yorkshire; West Virginia, a state, is not in Virginia. */
const isPartOf = (inner: KnownPlace, outer: KnownPlace) =>
  /^(?:north|south|east|west) /u.test(inner.name) &&
  inner.name.replace(/^\S+ /u, '') === outer.name &&
  [...inner.countries].every((code) => outer.countries.has(code)) &&
  !openGeography().regions.some((names) => names.includes(outer.name));

const isIsland = remembered((name: string) =>
  meanings(name, 'noun').some((one) => isName(one) && [...kindsOf(one).keys()].some((kind) => namesOf(kind)[0] === 'island')),
);

/** Whether one place is in another; null if it may be. */
export function liesIn(inner: KnownPlace, outer: KnownPlace): boolean | null {
  // Paris in Texas is a different place
  if (inner.name === outer.name)
    return [...inner.countries].some((code) => outer.countries.has(code)) && apartBy(inner.at, outer.at) <= APART;
  if (outer.side) return liesBeside(inner, outer, outer.side);
  if (/^(?:asia|europe)$/u.test(outer.name) && [...inner.countries].some((code) => ASTRIDE.has(code))) return null;
  if (inner.within.has(outer.name) || isPartOf(inner, outer)) return true;
  if (isTown(outer) && isTown(inner) && apartBy(inner.at, outer.at) > APART) return false;
  if (NATIONS.has(outer.name) && [inner.name, ...inner.within].some((name) => NATIONS.has(name))) return false;
  const shared = [...inner.countries].filter((code) => outer.countries.has(code)).length;
  if (shared === 0) return [...inner.others].some((code) => outer.countries.has(code)) ? null : false;
  // Palermo is in Italy and in Sicily
  const isOff = /^(?:mainland|continental) /u.test(outer.name) && [inner.name, ...inner.within].some(isIsland);
  return outer.isWhole && shared === inner.countries.size && !isOff ? true : null;
}
