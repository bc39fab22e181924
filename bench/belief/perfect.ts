import type { Asked, Cell, Opinion } from '../../test/support/agent/model-server.ts';
import type { EvalQuestion } from '../shared/evaluation.ts';

/** What the perfect model made of a page: whether every criterion that is met was shown to it. */
export interface Seen {
  says: Record<string, string>;
  /** Criteria that are met, whose deciding sentences were not among the passages. */
  unseen: string[];
}

const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/gu, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
const wordsOf = (text: string) =>
  new Set(
    fold(text)
      .split(' ')
      .filter((word) => word.length > 2),
  );
/** The path by which the truth knows a page: members of Congress are at two addresses. */
export const truthPathOf = (url: string) =>
  decodeURIComponent(new URL(url, 'http://x').pathname)
    .replace(/\/{2,}/gu, '/')
    .replace(/^\/members(?=\/)/u, '');

/** A passage that holds a sentence, or is within it (a cell of a table, an item of a list). */
function passageWith({ passages }: Asked, sentence: string) {
  const wanted = fold(sentence);
  const held = passages.find(({ text }) => fold(text).includes(wanted));
  if (held) return held;
  const own = passages.filter(({ text, context }) => {
    const part = fold(text);
    return part.length > 2 && (wanted.includes(` ${part}`) || wanted.endsWith(part) || fold(`${context} ${text}`).includes(wanted));
  });
  return own.sort((a, b) => b.text.length - a.text.length)[0];
}

/** The passage that has most of the words. */
function nearest({ passages }: Asked, words: string) {
  const wanted = wordsOf(words);
  const scored = passages.map((passage) => ({
    passage,
    score: [...wordsOf(`${passage.context} ${passage.text}`)].filter((word) => wanted.has(word)).length,
  }));
  return scored.sort((a, b) => b.score - a.score).find(({ score }) => score > 0)?.passage;
}

const LONG = 60;
/** Whether words hold a deciding sentence, or are most of it (an item, a table cell). The truth cuts long sentences, also within a word. */
const decides = (words: string, sentence: string) => {
  if (words === '' || sentence === '') return false;
  if (sentence.length >= LONG && words.includes(sentence)) return true;
  return ` ${words} `.includes(` ${sentence} `) || (` ${sentence} `.includes(` ${words} `) && words.length >= sentence.length / 2);
};

/**
 * Judges by the truth, and quotes only what it was shown: the pipeline loses what is lost. Of words alone it knows what decides: the
 * sentences of the criterion on any page, and for one that no sentence decides (an absence) the words that it chose itself.
 */
export function openPerfectModel(questions: Iterable<EvalQuestion>) {
  const byQuery = new Map([...questions].map((question) => [question.query.replace(/\s+/gu, ' ').trim(), question]));
  const seen = new Map<string, Seen>();
  const deciding = new Map<string, Set<string>>();
  for (const { id, truth } of byQuery.values())
    for (const page of Object.values(truth.support ?? {}))
      for (const [label, sentences] of Object.entries(page)) {
        const key = `${id} ${label}`;
        const set = deciding.get(key) ?? new Set<string>();
        for (const sentence of sentences) set.add(fold(sentence));
        if (set.size > 0) deciding.set(key, set);
      }
  const chosen = new Map<string, Set<string>>();

  const questionOf = ({ outside }: Asked) => byQuery.get((/^Somebody looks for: (.*)$/mu.exec(outside)?.[1] ?? '').trim());
  const criterionOf = (question: EvalQuestion, shown: string) =>
    question.criteria.find(({ label }) => shown === label || shown.startsWith(`${label}. `));

  /** Whether words, read alone, decide a criterion. */
  function bears(question: EvalQuestion, label: string, { text, context }: { text: string; context: string }): boolean {
    const key = `${question.id} ${label}`;
    const words = [fold(text), fold(`${context} ${text}`)];
    return [...(deciding.get(key) ?? []), ...(chosen.get(key) ?? [])].some((sentence) => words.some((one) => decides(one, sentence)));
  }

  function readAlone(asked: Asked): string {
    const question = questionOf(asked);
    const criteria = asked.criteria.map(({ id, label: shown }, i) => {
      const [criterion, passage] = [question && criterionOf(question, shown), asked.passages[i]];
      const supports = question && criterion && passage && bears(question, criterion.label, passage);
      return { id, says: supports ? 'supports' : 'neither' };
    });
    return JSON.stringify({ criteria });
  }

  function judge(asked: Asked): Opinion | string {
    const question = questionOf(asked);
    if (!question) return '';
    const path = truthPathOf(asked.url);
    const at = <T>(table: Record<string, T> | undefined) => Object.entries(table ?? {}).find(([url]) => truthPathOf(url) === path)?.[1];
    const [verdicts, support, values] = [at(question.truth.verdicts), at(question.truth.support), at(question.truth.values)];
    const of: Seen = { says: {}, unseen: [] };
    const criteria = asked.criteria.map(({ id, label: shown }): Cell => {
      const criterion = criterionOf(question, shown);
      const silent = { id, says: verdicts ? 'silent' : 'other', passage: null, quote: null, note: 'it does not say' };
      if (!criterion || verdicts?.[criterion.label] !== 'match') return silent;
      const sentences = support?.[criterion.label] ?? [];
      const passage =
        sentences.length > 0
          ? sentences.map((sentence) => passageWith(asked, sentence)).find((one) => one !== undefined)
          : nearest(asked, `${criterion.label} ${criterion.description}`);
      if (!passage) {
        of.unseen.push(criterion.label);
        return silent;
      }
      of.says[criterion.label] = 'yes';
      const quote = sentences.find((sentence) => passage.text.includes(sentence)) ?? passage.text;
      const key = `${question.id} ${criterion.label}`;
      chosen.set(key, (chosen.get(key) ?? new Set()).add(fold(quote)));
      return { id, says: 'yes', passage: passage.number, quote, note: 'it says so' };
    });
    const columns = asked.columns.map(({ id, label }): Cell => {
      const truth = values?.[label];
      const value = Array.isArray(truth) ? truth[0] : truth;
      if (value === undefined || value === null) return { id, value: null, passage: null, quote: null };
      const passage = asked.passages.find(({ text }) => fold(text).includes(fold(String(value)))) ?? nearest(asked, `${label} ${value}`);
      return { id, value: String(value), passage: passage?.number ?? null, quote: passage?.text ?? null };
    });
    seen.set(`${question.id} ${path}`, of);
    return { criteria, columns };
  }
  // the rules plan: the truth does not say how to search
  const answer = (asked: Asked) => (asked.instructions.startsWith('You plan') ? 'no plan' : judge(asked));
  return {
    answer,
    seen,
    readAlone,
    decidingOf: (question: EvalQuestion, label: string) => [...(deciding.get(`${question.id} ${label}`) ?? [])],
  };
}
