import { arraysOf, Texts } from '../open.ts';

// Geography from GeoNames, WordNet and CLDR: countries with their names, unions and continents, regions, and towns of 1,000 inhabitants or
// more.

/** `countries`: where it can be (ISO 3166-1 alpha-2). `within`: the regions that contain it. `at`: degrees north and east. */
export interface KnownPlace {
  name: string;
  countries: ReadonlySet<string>;
  within: ReadonlySet<string>;
  /** One or more whole countries: everything in them is in this place. */
  isWhole: boolean;
  at: readonly [north: number, east: number] | null;
  people: number;
  /** All countries with a place of that name, however small. */
  others: ReadonlySet<string>;
  /** Each place of that name; empty for countries. */
  candidates: readonly Pick<KnownPlace, 'countries' | 'within' | 'at' | 'people'>[];
  /** For a part by direction: places beyond `from` degrees are inside, those before `not` outside. */
  side?: { axis: 0 | 1; sign: 1 | -1; from: number; not: number };
}

interface Named {
  countries: string[];
  regions: string[][];
  named: Record<string, string>;
  groups: Record<string, string[]>;
  /** Parts of countries, and the countries that have one of that name. */
  parts: Record<string, string[]>;
  /** States and provinces by postal code. */
  codes: Record<string, [country: string, name: string]>;
}

let opened: (Named & { towns: Texts; number(name: string, i: number): number }) | undefined;
export function openGeography() {
  if (opened) return opened;
  const arrays = arraysOf('places');
  const names = arrays.names as Uint8Array;
  opened = {
    ...(JSON.parse(Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString()) as Named),
    towns: new Texts(arrays.name as Uint8Array, arrays.nameAt as Uint32Array),
    number: (name, i) => arrays[name]?.[i] ?? 0,
  };
  return opened;
}

export const NONE: ReadonlySet<string> = new Set();

export const plainName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.’']/gu, '').replace(/[-_]/gu, ' ').trim();
