import { tokenize } from '../../../../language/english/lexicon.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';

const TYPE_LABEL = /^(?:type|kind|category|class|what|form|genre|sector|industry|occupation|profession)$/iu;
const MOST = 8;

/** Whether a unit's label asks of what kind the page's subject is. */
export const isOfType = ({ label }: FactUnit): boolean => TYPE_LABEL.test(label);

/** The units that introduce a page's subject: its title, as a unit of its own, its headings, its first sentences and what stands under a label of types. */
export function introductionsOf({ units, heading, title }: FactPage): { ofTitle: FactUnit; all: readonly FactUnit[] } {
  const ofTitle = { ...heading, text: title, tokens: tokenize(title), tag: 'h1' as const };
  const looked = units.filter((unit) => unit.tag === 'h1' || unit === heading || unit.isLead || isOfType(unit)).slice(0, MOST);
  return { ofTitle, all: [ofTitle, ...looked] };
}
