import type { Span } from '../../../domain/page/evidence.ts';
import type { ScoredUnit } from '../score/record.ts';
import type { CellAnswer } from './answers.ts';
import { type Asked, isAsserted } from './prepared.ts';

/** A sentence of a row's page that says much the same as a proof on an answered row. */
export interface TaughtSentence {
  at: Span;
  /** Whether that proof was clicked, or quoted by a model or the rules; if not, it is the most relevant sentence of an answered page. */
  isSure: boolean;
}

/** The least cosine at which two sentences say much the same, with words weighted by their rarity in the run. */
const ALIKE = 0.65;
/** The most proofs that a sentence is compared with, sure ones first. */
const PROOFS_MAX = 100;

interface Proof {
  unit: ScoredUnit;
  isSure: boolean;
}

/**
 * For each row index, the sentence most similar to a proof of the criterion on a row answered yes, if it is similar enough. A proof that
 * also occurs on a row answered no is ignored. `answers` are those to the criterion.
 */
export function taughtSentences(asked: Asked, answers: readonly CellAnswer[]): ReadonlyMap<number, TaughtSentence> {
  const { units } = asked.again?.prepared ?? asked.prepared;
  const said = answers.filter(({ verdict }) => verdict === 'match').flatMap((answer) => proofOf(asked, answer));
  const proofs = said.sort((a, b) => Number(b.isSure) - Number(a.isSure)).slice(0, PROOFS_MAX);
  if (proofs.length === 0) return new Map();
  const likeness = likenessTo(proofs, units);
  const denied = new Set<number>();
  for (const { row, verdict } of answers)
    if (verdict === 'no_match')
      for (const unit of units[row] ?? []) for (const [i, alike] of likeness(unit)) if (alike >= ALIKE) denied.add(i);
  const found = new Map<number, TaughtSentence>();
  for (const [row, list] of units.entries()) {
    let most = 0;
    for (const unit of list.filter(isAsserted))
      for (const [i, alike] of likeness(unit)) {
        const isSure = proofs[i]?.isSure === true;
        const rank = alike + (isSure ? 1 : 0); // a sure proof ranks above all others
        if (alike < ALIKE || rank <= most || denied.has(i)) continue;
        most = rank;
        found.set(row, { at: { start: unit.start, end: unit.end }, isSure });
      }
  }
  return found;
}

/** The sentence that proves the criterion on a row answered yes. */
function proofOf({ prepared, again, ruled }: Asked, { row, passage }: CellAnswer): Proof[] {
  const { units, near } = again?.prepared ?? prepared;
  const list = units[row] ?? [];
  const rule = ruled[row];
  const sure = passage ?? (rule?.verdict === 'match' ? rule.evidence : null);
  const quoted = sure && list.find(({ start, end }) => start < sure.end && end > sure.start);
  if (quoted) return [{ unit: quoted, isSure: true }];
  const nearness = near[row] ?? [];
  const nearest = list
    .map((unit, i) => ({ unit, g: nearness[i] ?? 0 }))
    .filter(({ unit }) => isAsserted(unit))
    .reduce<{ unit: ScoredUnit; g: number } | null>((best, one) => (best && best.g >= one.g ? best : one), null);
  return nearest ? [{ unit: nearest.unit, isSure: false }] : [];
}

/** Returns the cosine of a sentence with each proof that shares a word with it, by the proof's index. */
function likenessTo(proofs: readonly Proof[], units: readonly ScoredUnit[][]): (unit: ScoredUnit) => Map<number, number> {
  const counts = new Map<number, number>();
  let all = 0;
  for (const list of units)
    for (const { words } of list) {
      all++;
      for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  const rarity = (word: number) => Math.log(1 + all / (counts.get(word) ?? 1));
  const lengthOf = (words: ReadonlySet<number>) => Math.sqrt([...words].reduce((sum, word) => sum + rarity(word) ** 2, 0)) || 1;
  const holding = new Map<number, { proof: number; share: number }[]>();
  for (const [proof, { unit }] of proofs.entries()) {
    const words = new Set(unit.words);
    const length = lengthOf(words);
    for (const word of words) holding.set(word, [...(holding.get(word) ?? []), { proof, share: rarity(word) / length }]);
  }
  return ({ words }) => {
    const own = new Set(words);
    const sums = new Map<number, number>();
    for (const word of own)
      for (const { proof, share } of holding.get(word) ?? []) sums.set(proof, (sums.get(proof) ?? 0) + share * rarity(word));
    if (sums.size === 0) return sums;
    const length = lengthOf(own);
    for (const [proof, sum] of sums) sums.set(proof, sum / length);
    return sums;
  };
}
