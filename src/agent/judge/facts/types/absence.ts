import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { qualitiesAsked } from '../../../../language/asks/qualities.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { qualitySaid } from '../qualities.ts';
import { deniesValue, polarityOf } from '../said.ts';
import { hitOf, type Term, termOf } from '../terms.ts';

const SURE = 0.9;
const REQUIRED = /\b(?:required|needed|necessary|essential|must|compulsory|mandatory)\b/iu;

/** Judges whether the page says that there is none of something; a statement that there is some is a contradiction. */
export function answerAbsence(read: FactPage, { words, text }: Pick<Extract<Ask, { type: 'absence' }>, 'words' | 'text'>): Answer {
  const qualities = qualitiesAsked(text);
  const said = qualitySaid(read, qualities);
  if (said.yes && said.no) return { ...OPEN, unit: said.yes };
  if (said.yes) return { says: 'yes', unit: said.yes, why: 'the page says that there is none' };
  if (said.no) return said.no.rank < 2 || read.isShort ? { says: 'no', unit: said.no, why: 'it has some' } : { ...OPEN, unit: said.no };
  if (qualities.length > 0) return OPEN;
  const terms = words.map((word): Term => {
    const term = termOf(word, ['noun']);
    return { ...term, stems: new Map([...term.stems].filter(([, sure]) => sure >= SURE)) };
  });
  if (terms.length === 0) return OPEN;
  let [none, some]: (FactUnit | undefined)[] = [];
  for (const unit of read.units) {
    if (unit.isHeading) continue;
    if (unit.label && terms.every((term) => hitOf(unit.over, term))) {
      if (deniesValue(unit.text)) none ??= unit;
      else some ??= unit;
      continue;
    }
    const hits = terms.map((term) => hitOf(unit, term));
    const [first] = hits;
    if (!first || !hits.every(Boolean)) continue;
    const said = polarityOf(read, unit, first.at, first.span);
    if (said === 'no') none ??= unit;
    else if (said === 'yes' && REQUIRED.test(unit.text)) some ??= unit;
  }
  if (none && some) return { ...OPEN, unit: none };
  if (none) return { says: 'yes', unit: none, why: 'the page says that there is none' };
  return some ? { says: 'no', unit: some, why: 'it has some' } : OPEN;
}
