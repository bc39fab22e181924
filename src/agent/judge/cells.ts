import { isDeniedValue } from './framing.ts';
import { contentStems, stemOf } from './lexicon.ts';
import { isStruck, labelOf, type Passage, type Reading } from './reading.ts';
import { isOldRow } from './rows.ts';
import { isForeignRow } from './subject.ts';

/** A labelled value: a dd under its dt, a cell under or beside its header, "Licence: MIT". `value` is without the label. */
export interface Cell {
  label: string;
  value: string;
  passage: Passage;
  start: number;
}

/** The labelled values whose label says what `wanted` matches. */
export function cellsOf(reading: Reading, wanted: (label: string) => boolean): Cell[] {
  const cells: Cell[] = [];
  for (const view of reading.views) {
    if (view.label && !wanted(view.label.text)) continue;
    if (!view.label && !/[:：]\s/u.test(view.text.slice(0, 60))) continue;
    if (view.label && view.text.length <= 400) {
      cells.push({
        label: view.label.text,
        value: view.text.trim(),
        start: view.start,
        passage: { view, start: view.start, end: view.end, text: view.text, tokens: view.tokens },
      });
      continue;
    }
    for (const passage of reading.passages(view)) {
      const label = labelOf(passage);
      if (label && wanted(label.text) && passage.text.length - label.own < 300)
        cells.push({ label: label.text, value: passage.text.slice(label.own).trim(), passage, start: passage.start + label.own });
    }
  }
  return cells.filter(
    ({ value, start, passage }) =>
      !isEmpty(value) &&
      !isStruck(passage.view, start, start + value.length) &&
      !isDeniedValue(value) &&
      !isForeignRow(reading, passage) &&
      !isOldRow(reading, passage.view),
  );
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

/** Whether a page's label names a column: all its own telling words are the column's, and at least one of the column's telling words is there. */
export function labelFits(column: string): (label: string) => boolean {
  const asked = new Set(contentStems(column));
  const telling = [...asked].filter((stem) => !WORDLESS.has(stem));
  return (label) => {
    const said = contentStems(label);
    if (said.length === 0 || said.length > 5) return false;
    const core = said.filter((stem) => !WORDLESS.has(stem));
    return telling.length === 0
      ? said.every((stem) => asked.has(stem))
      : telling.every((stem) => said.includes(stem)) && core.every((stem) => asked.has(stem));
  };
}
