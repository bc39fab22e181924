import { tokenize } from '../../../../language/english/lexicon.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';

const TYPE_LABEL = /^(?:type|kind|category|class|what|form|genre|sector|industry|occupation|profession)$/iu;
const MOST = 8;

/** Whether a unit's label asks of what kind the page's subject is. */
export const isOfType = ({ label }: FactUnit): boolean => TYPE_LABEL.test(label);

/** “QuestDB is a time-series database”, “It is a …”, wherever it stands. */
const SAYS = /^[\p{L}\p{N}.+#-]+(?:\s\p{Lu}[\p{L}\p{N}.+#-]*){0,3}\sis\s(?:\p{Ll}+\s)?an?\s/u;

/** The units that introduce a page's subject: its title, as a unit of its own, its headings, its first sentences and what stands under a label of types; `own`: the others that say what it is. */
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
