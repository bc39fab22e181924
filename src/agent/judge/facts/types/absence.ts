import { type Answer, OPEN } from '../../../../language/asks/ask.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { type Quality, qualityAsked } from '../qualities.ts';
import { deniesValue, polarityOf, saysForm } from '../said.ts';
import { hitOf, type Term, termOf } from '../terms.ts';

const SURE = 0.9;
const REQUIRED = /\b(?:required|needed|necessary|essential|must|compulsory|mandatory)\b/iu;

/** Whether the page says so in words that are known for it. */
function answerByWords(read: FactPage, { yes, no }: Quality): Answer {
  const said = (form: RegExp | undefined) =>
    form && read.units.find((unit) => !unit.isHeading && (unit.rank < 2 || read.isShort) && saysForm(read, unit, form));
  const [none, some] = [said(yes), said(no)];
  if (none && some) return { ...OPEN, unit: none };
  if (none) return { says: 'yes', unit: none, why: 'the page says that there is none' };
  return some ? { says: 'no', unit: some, why: 'it has some' } : OPEN;
}

/** Whether the page says that there is none of something; that it has some says the contrary. */
export function answerAbsence(read: FactPage, words: readonly string[]): Answer {
  const [quality] = qualityAsked(words);
  if (quality) return answerByWords(read, quality);
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
