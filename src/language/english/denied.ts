import type { Token } from './lexicon.ts';

// What a negation or a verb of a sentence denies, and what only stands near it.

const TROUBLE = /^(?:problems?|issues?|troubles?|conflicts?|complaints?|difficult(?:y|ies)|objections?|bugs?|doubts?)$/u;
/** “No compatibility problem”: what has none of it is the contrary of denied. */
export const isOfTrouble = (tokens: readonly Token[], at: number, to: number) =>
  TROUBLE.test(tokens[to + 1]?.word ?? '') &&
  (tokens[at]?.word === 'no' || tokens.slice(at + 1, to).some(({ word }) => /^(?:any|find|found|had|seen|encountered)$/u.test(word)));
/** Verbs that take away what stands behind them. */
export const REMOVED = /^(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)|delet(?:e|es|ed|ing))$/u;
const HAD = /^(?:dependency|dependence|support|requirement|need|use|usage)$/u;
/** Whether what is removed is had of the words right behind it: “remove the dependency on pandas”. */
export function isHad(tokens: readonly Token[], at: number, from: number): boolean {
  const had = tokens.slice(at + 1, at + 4).findIndex(({ word }) => HAD.test(word));
  const between = tokens.slice(at + 2 + had, from);
  return had >= 0 && from > at + 1 + had && between.every(({ word }) => /^(?:on|for|of|to|the|a|an)$/u.test(word));
}

/** “Change the hash from MD5 to SHA-256”: what is behind “from” was so. */
export const isLeft = (tokens: readonly Token[], at: number, to: number) =>
  tokens.slice(to + 1, to + 5).some(({ word }) => word === 'to') &&
  // who may move from one to the other finds both
  !tokens.slice(0, at).some(({ word }) => /^(?:you|can|may|could|able|to|guests|customers|users|anyone)$/u.test(word)) &&
  !/^(?:switch|move|upgrade)$/u.test(tokens[0]?.word ?? '') &&
  tokens
    .slice(Math.max(0, at - 8), at)
    .some(({ word }) => /^(?:(?:chang|migrat|mov|upgrad)(?:e|es|ed|ing)|(?:switch|convert|port)(?:es|s|ed|ing)?)$/u.test(word));

/** Whether a negation stands in a clause on what was named last: “on requests, which is not …”. */
export const isOfAnother = (text: string, tokens: readonly Token[], at: number) =>
  [at - 1, at - 2].some((i) => {
    const [who, before] = [tokens[i], tokens[i - 1]];
    return (
      who !== undefined &&
      before !== undefined &&
      /^(?:which|who)$/u.test(who.word) &&
      text.slice(before.end, who.start).includes(',') &&
      /^(?:on|with|of|by|from|to|in)$/u.test(tokens[i - 2]?.word ?? '')
    );
  });

/** What is not there is not there, of whatever it is a part. */
export const HAS =
  /^(?:available|possible|offered|allowed|permitted|provided|supported|served|included|sold|accepted|required|stocked|welcome|made)$/u;
/** “The public-domain source code is not …”: of words before others the predicate is the others'. */
export function isOfCompound(text: string, tokens: readonly Token[], from: number, to: number): boolean {
  const [first, last] = [tokens[from], tokens[to]];
  return (
    first !== undefined &&
    last !== undefined &&
    (text[first.start - 1] === '-' || text[last.end] === '-' || text.slice(first.start, last.end).includes('-'))
  );
}
