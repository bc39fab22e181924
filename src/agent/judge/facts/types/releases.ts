import { findDates } from '../../../../language/dates.ts';
import type { FactPage } from '../fact-page.ts';
import type { DateFact } from './date.ts';
import { FIRST } from './other-events.ts';

/** “Version 5.1”, “v2.0.3”, “3.4.1”. */
const VERSION =
  /\b(?:version|release|v)\s?\d+(?:\.\d+)*\b|(?<![\d.€£$])\b\d{1,4}\.\d+(?:\.\d+)*\b(?!\s?(?:%|€|£|kg|km|mm?|cm|euros?|pounds?|million|hours?|[MGk]B))/iu;
/** Versions of its dependencies and of licences. */
const OF_ANOTHER =
  /\b(?:python|node(?:\.js)?|php|java|ruby|windows|macos|android|ios|debian|ubuntu|licen[cs]e|a?gpl|lgpl|apache|mpl|cc|by|bsd|eupl)\s?(?:licen[cs]e\s)?[>≥=-]*\s?(?:version\s|v)?\d+(?:\.\d+)*/giu;
/** Words that show that a number is a version of it. */
const OUT = /\b(?:releas\w+|came out|is out|out on|out in|latest|current|present|published|followed|version)\b/iu;
/** Labels and first words of lines with the date of the last release. */
const LABELLED = /^(?:last |latest |first |current )?(?:releases?|released|updated|published|version)\b/iu;
const NO_RELEASE =
  /\b(?:copyright|©|founded|born|started in|since|workshop|conference|talk|deadline|end of life|until|patch\w*|minimum|needs|requires|stars?|euros?|website|blog|docs|article|standard|planned|will|hope|plan|next|soon)\b/iu;
/** “Version 5”, “v2.0”, “2.3.1”. An entry of a changelog begins with one. */
const PLAIN = /\b(?:version|release|v)\s?\d|\b\d+\.\d+\.\d+\b/iu;
const STARTS = /^(?:v|version\s)?\d[\d.]*[\s,:(–—-]|^\d{4}-\d\d-\d\d\b/iu;
const NEAR = 50;

/** The release dates of a program's versions, from its changelog, labels and sentences. `isLatest` leaves out the first release. */
export function releasesOf(read: FactPage, isLatest: boolean): DateFact[] {
  return read.units.flatMap((unit) => {
    const over = `${unit.label} ${unit.heading}`;
    return findDates(unit.text).flatMap(({ start, end, iso, low, high }): DateFact[] => {
      const before =
        unit.text
          .slice(Math.max(0, start - NEAR), start)
          .split(/[.;!?](?=\s)/u)
          .at(-1) ?? '';
      const after = unit.text.slice(end, end + NEAR).split(/[.;!?](?=\s|$)/u)[0] ?? '';
      const all = `${unit.label} ${before} ${after}`;
      const about = all.replace(OF_ANOTHER, ' ');
      if (about !== all || NO_RELEASE.test(about) || (isLatest && FIRST.test(before.split(',').at(-1) ?? ''))) return [];
      const isNumbered = VERSION.test(about) && (OUT.test(about) || PLAIN.test(about) || STARTS.test(unit.text));
      const isUnder = VERSION.test(over.replace(OF_ANOTHER, ' ')) && unit.tokens.length <= 6;
      const isLabelled = LABELLED.test(unit.label) || (unit.label === '' && unit.tokens.length <= 8 && LABELLED.test(unit.text));
      if (!isNumbered && !isUnder && !isLabelled) return [];
      return [{ unit, iso, low, high, rank: unit.label === '' ? 2 : 0, isPlain: true }];
    });
  });
}
