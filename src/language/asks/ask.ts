import type { KnownPlace } from '../../knowledge/places.ts';
import type { TongueOf } from './tongues.ts';

/** What a number is of: things that are counted, money, spans of time (in days), or a measure in its base unit (metres, square metres, grams, megabytes, litres, watts). */
export type Dimension = 'count' | 'money' | 'time' | 'length' | 'area' | 'mass' | 'data' | 'volume' | 'power';

export type DayPart = 'morning' | 'afternoon' | 'evening';

export interface NumberAsk {
  type: 'number';
  of: Dimension;
  min: number | null;
  max: number | null;
  /** Where one of several bounds will do: “fewer than 10 or more than 500”. */
  any?: readonly { min: number | null; max: number | null }[];
  /** What is counted, or costs so much: “rooms”, “samples”; '' for what is looked for itself. */
  noun: string;
  /** The other words that say of what it is: “aged”, “pays”. */
  attributes: string[];
  /** Of money and counts, the span or share that it is for: “night”, “year”, “person”; '' for none. */
  per: string;
  currency: string | null;
}

/** One question of a criterion, by what answers it. */
export type Ask =
  /** `or`: another noun that will do: “flat or house”. */
  | { type: 'kind'; noun: string; or: string | null }
  /** Words that stand before or behind the kind: “part-time” job, course “for beginners”. */
  | { type: 'quality'; words: string[]; text: string }
  /** It lies in one of the places, or in none of them. `isBirth`: somebody was born there; `isSeat`: it is to be based there, not only to do something there; `isMade`: to be made there; `isOffice`: to have an office there. */
  | { type: 'place'; places: KnownPlace[]; isBirth: boolean; isSeat: boolean; isMade: boolean; isOffice: boolean; isDenied: boolean }
  | NumberAsk
  /** `event`: what happened in one of the spans, as the criterion has it; '' where it does not say. Days are YYYY-MM-DD, inclusive. */
  | { type: 'date'; any: readonly { from: string | null; to: string | null }[]; event: string }
  /** `day`: 0 for Monday to 6 for Sunday; `part`: the part of the day that is asked; null for any. `isMeeting`: what takes place then, and need not be open on each of them. */
  | { type: 'weekday'; day: number; part: DayPart | null; isOpen: boolean; isMeeting: boolean }
  /** In one of the months, 1 to 12, whatever the year. */
  | { type: 'month'; months: readonly number[]; event: 'open' | 'start' }
  /** `name`: what is asked for, in a word or two: “permissive”, “MIT”. `isOpen`: any that is open source. */
  | { type: 'licence'; name: string; is: (id: string) => boolean; isOpen: boolean; isDenied: boolean }
  /** `or`: other languages that will do. */
  | { type: 'language'; name: string; or: readonly string[]; isDenied: boolean }
  /** A language of people. `of`: what is to be in it; `isEnough`: no other is to be needed. */
  | { type: 'tongue'; name: string; or: readonly string[]; of: TongueOf; isEnough: boolean; isDenied: boolean }
  /** `text`: as it is asked. */
  | { type: 'absence'; words: string[]; text: string }
  | { type: 'feature'; words: string[]; text: string; isDenied: boolean };

/** What a page says of an ask. `both`: it says so, and otherwise. `rank`: as of `FactUnit`. */
export interface Answer {
  says: 'yes' | 'no' | 'part' | 'both' | 'open';
  /** What it rests on; of an open one what comes nearest. */
  unit: { text: string; label: string; rank: 0 | 1 | 2; start: number; end: number } | null;
  /** In a few words, for the note. */
  why: string;
  /** Where the page only speaks of what stands before the kind: it tells of one whose kind is told. */
  isNamed?: true;
}

export const OPEN: Answer = { says: 'open', unit: null, why: 'the page does not say' };
