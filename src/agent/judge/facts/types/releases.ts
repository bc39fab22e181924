import { findDates } from '../../../../language/dates.ts';
import type { FactPage } from '../fact-page.ts';
import type { DateFact } from './date.ts';

/** “Version 5.1”, “v2.0.3”, “3.4.1”. */
const VERSION =
  /\b(?:version|release|v)\s?\d+(?:\.\d+)*\b|(?<![\d.€£$])\b\d{1,4}\.\d+(?:\.\d+)*\b(?!\s?(?:%|€|£|kg|km|mm?|cm|euros?|pounds?|million|hours?|[MGk]B))/iu;
/** Versions of what it needs, and of licences. */
const OF_ANOTHER =
  /\b(?:python|node(?:\.js)?|php|java|ruby|windows|macos|android|ios|debian|ubuntu|licen[cs]e|a?gpl|lgpl|apache|mpl|cc|by|bsd|eupl)\s?(?:licen[cs]e\s)?[>≥=-]*\s?(?:version\s|v)?\d+(?:\.\d+)*/giu;
const RELEASED = /\b(?:releas\w+|came out|is out|out on|updat\w+|published|shipped|tagged|appeared|follow(?:s|ed)|changelog|news)\b/iu;
const NO_RELEASE =
  /\b(?:copyright|©|founded|born|started in|since|workshop|conference|talk|deadline|end of life|until|patch\w*|minimum|needs|requires)\b/iu;
const NEAR = 50;

/** The days on which a program's versions came out, by its list of changes, its labels and its sentences. */
export function releasesOf(read: FactPage): DateFact[] {
  return read.units.flatMap((unit) => {
    const over = `${unit.label} ${unit.heading}`;
    return findDates(unit.text).flatMap(({ start, end, iso, low, high }): DateFact[] => {
      const before =
        unit.text
          .slice(Math.max(0, start - NEAR), start)
          .split(/[.;!?](?=\s)/u)
          .at(-1) ?? '';
      const after = unit.text.slice(end, end + NEAR).split(/[.;!?](?=\s|$)/u)[0] ?? '';
      const about = `${unit.label} ${before} ${after}`.replace(OF_ANOTHER, ' ');
      if (NO_RELEASE.test(about)) return [];
      const isVersion = VERSION.test(about) || (VERSION.test(over.replace(OF_ANOTHER, ' ')) && unit.tokens.length <= 6);
      if (!isVersion && !RELEASED.test(`${unit.label} ${before}`)) return [];
      return [{ unit, iso, low, high, rank: unit.label === '' ? 2 : 0, isPlain: true }];
    });
  });
}
