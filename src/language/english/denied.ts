import type { Token } from './lexicon.ts';

// Distinguishes what a negation or verb denies from what is only near it.

const TROUBLE = /^(?:problems?|issues?|troubles?|conflicts?|complaints?|difficult(?:y|ies)|objections?|bugs?|doubts?)$/u;
/** “No compatibility problem”: denying the problem affirms the rest. */
export const isOfTrouble = (tokens: readonly Token[], at: number, to: number) =>
  TROUBLE.test(tokens[to + 1]?.word ?? '') &&
  (tokens[at]?.word === 'no' || tokens.slice(at + 1, to).some(({ word }) => /^(?:any|find|found|had|seen|encountered)$/u.test(word)));
/** Verbs of removal: they deny their object. */
export const REMOVED = /^(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)|delet(?:e|es|ed|ing))$/u;
const HAD = /^(?:dependency|dependence|support|requirement|need|use|usage)$/u;
/** Whether the removed thing is a relation to the words after it: “remove the dependency on pandas”. */
export function isHad(tokens: readonly Token[], at: number, from: number): boolean {
  const had = tokens.slice(at + 1, at + 4).findIndex(({ word }) => HAD.test(word));
  const between = tokens.slice(at + 2 + had, from);
  return had >= 0 && from > at + 1 + had && between.every(({ word }) => /^(?:on|for|of|to|the|a|an)$/u.test(word));
}

/** “Change the hash from MD5 to SHA-256”: the words after “from” are no longer true. */
export const isLeft = (tokens: readonly Token[], at: number, to: number) =>
  tokens.slice(to + 1, to + 5).some(({ word }) => word === 'to') &&
  // a thing that lets users move from one to the other has both
  !tokens.slice(0, at).some(({ word }) => /^(?:you|can|may|could|able|to|guests|customers|users|anyone)$/u.test(word)) &&
  !/^(?:switch|move|upgrade)$/u.test(tokens[0]?.word ?? '') &&
  tokens
    .slice(Math.max(0, at - 8), at)
    .some(({ word }) => /^(?:(?:chang|migrat|mov|upgrad)(?:e|es|ed|ing)|(?:switch|convert|port)(?:es|s|ed|ing)?)$/u.test(word));

/** Whether a negation is in a clause about the noun right before it: “on requests, which is not …”. */
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

/** Predicates of existence: their negation denies a thing together with its parts. */
export const HAS =
  /^(?:available|possible|offered|allowed|permitted|provided|supported|served|included|sold|accepted|required|stocked|welcome|made)$/u;
/** In “The public-domain source code is not …” the predicate applies to the head noun, not to its modifiers. */
export function isOfCompound(text: string, tokens: readonly Token[], from: number, to: number): boolean {
  const [first, last] = [tokens[from], tokens[to]];
  return (
    first !== undefined &&
    last !== undefined &&
    (text[first.start - 1] === '-' || text[last.end] === '-' || text.slice(first.start, last.end).includes('-'))
  );
}
