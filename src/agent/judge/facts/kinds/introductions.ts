import { tokenize } from '../../../../language/english/lexicon.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';

const TYPE_LABEL = /^(?:type|kind|category|class|what|form|genre|sector|industry|occupation|profession)$/iu;
const MOST = 8;

/** Whether a unit's label names the kind of the page's subject. */
export const isOfType = ({ label }: FactUnit): boolean => TYPE_LABEL.test(label);

/** “QuestDB is a time-series database”, “It is a …”, anywhere on the page. */
const SAYS = /^[\p{L}\p{N}.+#-]+(?:\s\p{Lu}[\p{L}\p{N}.+#-]*){0,3}\sis\s(?:\p{Ll}+\s)?an?\s/u;

/**
 * The units that introduce a page's subject: its title (as a unit of its own), headings, first sentences and labelled types. `own` holds
 * the other units that say what it is.
 */
export function introductionsOf({ units, heading, title }: FactPage): {
  ofTitle: FactUnit;
  all: readonly FactUnit[];
  own: readonly FactUnit[];
} {
  const ofTitle = { ...heading, text: title, tokens: tokenize(title), tag: 'h1' as const };
  const looked = units.filter((unit) => unit.tag === 'h1' || unit === heading || unit.isLead || isOfType(unit)).slice(0, MOST);
  const own = units.filter((unit) => SAYS.test(unit.text) && !looked.includes(unit));
  return { ofTitle, all: [ofTitle, ...looked], own: own.slice(0, MOST) };
}
