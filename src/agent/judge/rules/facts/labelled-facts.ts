import { headingsOf, labelOf, type Passage, type Reading, type View } from '../../text/reading.ts';

/** A labelled value: a cell, a definition, "Label: value", or a value next to or below its name. Offsets are the value's on the page. */
export interface LabelledFact {
  label: string;
  value: string;
  /** The headings above it, nearest first, without the page's own. */
  headings: string[];
  start: number;
  end: number;
  passage: Passage;
  /** In a cell or a line, or below a heading that names it. */
  how: 'cell' | 'section';
}

/** A longer labelled block is read sentence by sentence. */
export const WHOLE_MAX = 400;

/** Limits for a heading that names a value: its characters, and the blocks and characters per block below it. */
const HEADING_MAX = 40;
const SECTION_BLOCKS = 4;
const LINE_MAX = 120;

const known = new WeakMap<Reading, LabelledFact[]>();

export function labelledFacts(reading: Reading): LabelledFact[] {
  const found = known.get(reading) ?? reading.views.flatMap((view) => [...factsIn(reading, view), ...sectionFact(reading, view)]);
  known.set(reading, found);
  return found;
}

function factsIn(reading: Reading, view: View): LabelledFact[] {
  const { label, text, start, end, names } = view;
  if (text === '' || (!label && names.length === 0 && !/[:：]\s/u.test(text))) return [];
  const headings = headingsOf(view).map((heading) => heading.text);
  if (names.length > 0) return namedIn(view, headings);
  if (label && text.length <= WHOLE_MAX)
    return [{ label: bare(label.text), value: text, headings, start, end, passage: whole(view), how: 'cell' }];
  return reading.passages(view).flatMap((passage) => {
    const named = labelOf(passage);
    if (!named) return [];
    const value = passage.text.slice(named.own);
    // an empty field of a form: “Signature:      Date:”
    if (/^[^:：]{1,40}[:：]$/u.test(value.trim())) return [];
    return [{ label: named.text, value, headings, start: passage.start + named.own, end: passage.end, passage, how: 'cell' }];
  });
}

/** A heading names a value if hardly more than a line is below it: "When", then a date. */
function sectionFact({ views }: Reading, heading: View): LabelledFact[] {
  if (!/^h[2-6]$/u.test(heading.tag) || heading.boilerplate || heading.text.length > HEADING_MAX) return [];
  const below = views.slice(heading.index + 1, heading.index + SECTION_BLOCKS + 2);
  const end = below.findIndex(({ tag, boilerplate }) => /^h[1-6]$/u.test(tag) || boilerplate);
  const lines = end < 0 ? below : below.slice(0, end);
  const [view] = lines;
  if (!view || lines.length > SECTION_BLOCKS || lines.some(({ text }) => text.length > LINE_MAX) || view.label || view.names.length > 0)
    return [];
  const headings = headingsOf(view).map(({ text }) => text);
  return [
    { label: bare(heading.text), value: view.text, headings, start: view.start, end: view.end, passage: whole(view), how: 'section' },
  ];
}

const whole = (view: View): Passage => ({ view, start: view.start, end: view.end, text: view.text, tokens: view.tokens });

/** The names inside a block, each with the text up to the next name. */
function namedIn(view: View, headings: string[]): LabelledFact[] {
  return view.names.flatMap(([from, to], i) => {
    const end = view.names[i + 1]?.[0] ?? view.end;
    const rest = view.text.slice(to - view.start, end - view.start);
    const value = rest.replace(/^[\s:：–—-]+/u, '').replace(/[\s|·•,;]+$/u, '');
    if (value === '') return [];
    const start = to + rest.indexOf(value);
    const passage = {
      view,
      start: from,
      end: start + value.length,
      text: view.text.slice(from - view.start, start + value.length - view.start),
      tokens: view.tokens.filter((token) => token.start >= from && token.end <= start + value.length),
    };
    return [
      {
        label: bare(view.text.slice(from - view.start, to - view.start)),
        value,
        headings,
        start,
        end: passage.end,
        passage,
        how: 'cell' as const,
      },
    ];
  });
}

const bare = (label: string) => label.replace(/[\s:：–—]+$/u, '');
