import { contentStems, stemOf } from '../../../../language/english/lexicon.ts';
import { isDeniedValue } from '../../text/framing.ts';
import { isStruck, type Reading } from '../../text/reading.ts';
import { isOldRow } from '../../text/rows.ts';
import { isForeignRow } from '../../text/subject.ts';
import { type LabelledFact, labelledFacts } from './labelled-facts.ts';

/** Longer values are prose. */
const LONGEST = 400;

/** The labelled values whose label `wanted` accepts: those of cells and lines, or else those below a heading. */
export function cellsOf(reading: Reading, wanted: (label: string) => boolean): LabelledFact[] {
  const found = labelledFacts(reading).filter(
    ({ label, value, start, passage }) =>
      wanted(label) &&
      value.length <= LONGEST &&
      !isEmpty(value) &&
      !isStruck(passage.view, start, start + value.length) &&
      !isDeniedValue(value) &&
      !isForeignRow(reading, passage) &&
      !isOldRow(reading, passage.view),
  );
  const cells = found.filter(({ how }) => how === 'cell');
  return cells.length > 0 ? cells : found;
}

const isEmpty = (value: string) =>
  /^(?:[-–—?.·]*|n\/?a|none|unknown|not (?:known|available|stated|disclosed)|tbd|tba|various|varies)$/iu.test(value.trim());
const WORDLESS = new Set(
  [
    'official',
    'current',
    'date',
    'year',
    'name',
    'number',
    'total',
    'first',
    'count',
    'of',
    'programming',
    'main',
    'primary',
    'project',
    'company',
  ].map(stemOf),
);

/** Returns a test for labels that name a column: all significant words of the label are the column's, and all of the column's are in it. */
export function labelFits(column: string): (label: string) => boolean {
  const asked = new Set(contentStems(column));
  const significant = [...asked].filter((stem) => !WORDLESS.has(stem));
  const plain = column.trim().toLowerCase();
  return (label) => {
    const said = contentStems(label);
    // labels of stop words alone: “When”, “Where”
    if (said.length === 0 && asked.size === 0) return label.trim().toLowerCase() === plain;
    if (said.length === 0 || said.length > 5) return false;
    const core = said.filter((stem) => !WORDLESS.has(stem));
    return significant.length === 0
      ? said.every((stem) => asked.has(stem))
      : significant.every((stem) => said.includes(stem)) && core.every((stem) => asked.has(stem));
  };
}
