import type { KnownPlace } from '../../knowledge/places/geography.ts';
import type { TongueOf } from './tongues.ts';

/**
 * What a number measures: a count, money, a duration (in days), or a quantity in its base unit (metres, square metres, grams, megabytes,
 * litres, watts).
 */
export type Dimension = 'count' | 'money' | 'time' | 'length' | 'area' | 'mass' | 'data' | 'volume' | 'power';

export type DayPart = 'morning' | 'afternoon' | 'evening';

export interface NumberAsk {
  type: 'number';
  of: Dimension;
  min: number | null;
  max: number | null;
  /** Alternative bounds: “fewer than 10 or more than 500”. */
  any?: readonly { min: number | null; max: number | null }[];
  /** What is counted or priced: “rooms”, “samples”; '' for the thing itself. */
  noun: string;
  /** Other words that say what the number is about: “aged”, “pays”. */
  attributes: string[];
  /** The unit of a rate of money or counts: “night”, “year”, “person”; '' for none. */
  per: string;
  currency: string | null;
}

/** One question of a criterion, by the kind of fact that answers it. */
export type Ask =
  /** `or`: an alternative noun: “flat or house”. */
  | { type: 'kind'; noun: string; or: string | null }
  /** Words before or after the kind: “part-time” job, course “for beginners”. */
  | { type: 'quality'; words: string[]; text: string }
  /**
   * In one of the places, or with `isDenied` in none. `isBirth`: a person's birthplace; `isSeat`: the seat, not only an activity; `isMade`:
   * the place of manufacture; `isOffice`: an office.
   */
  | { type: 'place'; places: KnownPlace[]; isBirth: boolean; isSeat: boolean; isMade: boolean; isOffice: boolean; isDenied: boolean }
  | NumberAsk
  /** `event`: what happened in one of the spans, in the criterion's words; '' if not stated. Days are YYYY-MM-DD, inclusive. */
  | { type: 'date'; any: readonly { from: string | null; to: string | null }[]; event: string }
  /**
   * `day`: 0 for Monday to 6 for Sunday; `part`: the part of the day; null for any. `isMeeting`: an event that takes place then and need
   * not be open every such day.
   */
  | { type: 'weekday'; day: number; part: DayPart | null; isOpen: boolean; isMeeting: boolean }
  /** In one of the months, 1 to 12, of any year. */
  | { type: 'month'; months: readonly number[]; event: 'open' | 'start' }
  /** `name`: the licence in a word or two: “permissive”, “MIT”. `isOpen`: any open-source licence. */
  | { type: 'licence'; name: string; is: (id: string) => boolean; isOpen: boolean; isDenied: boolean }
  /** `or`: alternative languages. */
  | { type: 'language'; name: string; or: readonly string[]; isDenied: boolean }
  /** A human language. `of`: what is in that language; `isEnough`: no other language is needed. */
  | { type: 'tongue'; name: string; or: readonly string[]; of: TongueOf; isEnough: boolean; isDenied: boolean }
  /** `text`: the words of the criterion. */
  | { type: 'absence'; words: string[]; text: string }
  | { type: 'feature'; words: string[]; text: string; isDenied: boolean };

/** A page's answer to an ask. `both`: the page says yes and no. `rank`: as in `FactUnit`. */
export interface Answer {
  says: 'yes' | 'no' | 'part' | 'both' | 'open';
  /** The evidence; for an open answer, the closest words. */
  unit: { text: string; label: string; rank: 0 | 1 | 2; start: number; end: number } | null;
  /** In a few words, for the note. */
  why: string;
  /** The page only mentions the quality, which proves it only if the page also shows the kind. */
  isNamed?: true;
}

export const OPEN: Answer = { says: 'open', unit: null, why: 'the page does not say' };
