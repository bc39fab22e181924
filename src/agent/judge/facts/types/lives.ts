import type { FactPage, FactUnit } from '../fact-page.ts';
import { mentionsPerson } from '../kinds/page-of.ts';

const LIFE =
  /(?<![\d.])(?:(?:c\. |born )?(?<born>1[5-9]\d\d|20\d\d)\)?\s?(?:[–-]|to)\s?(?:[\p{Lu}][\p{L} ]{1,30},?\s)?(?<died>1[5-9]\d\d|20\d\d))(?![\d.])/u;

/** The year of a person's birth or death: “(1871–1963)”, “Trieste, 1912 – Padua, 2009”. */
export function livesOf(read: FactPage, event: string) {
  const { units, heading, title } = read;
  const which = /^born/iu.test(event) ? 'born' : /^died?/iu.test(event) ? 'died' : null;
  if (which === null || !mentionsPerson(read, 1)) return [];
  for (const unit of units) {
    if (!(unit === heading || unit.isLead || /^(?:lived|life|dates|years)$/iu.test(unit.label))) continue;
    const year = LIFE.exec(unit.text)?.groups?.[which];
    if (year) return [inYear(year, unit, 0)];
  }
  const year = LIFE.exec(title)?.groups?.[which];
  return year ? [inYear(year, heading, 1)] : [];
}

const inYear = (year: string, unit: FactUnit, rank: 0 | 1) => ({ unit, iso: year, low: `${year}-01-01`, high: `${year}-12-31`, rank });
