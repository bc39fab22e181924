import { tokenize } from '../../../../language/english/lexicon.ts';
import { type Assertion, assertionOf, asserts } from '../../../../language/english/negation.ts';
import type { Reading } from '../../text/reading.ts';
import type { Statement } from '../../text/statements.ts';
import { isOwnName } from '../../text/subject.ts';
import type { FactClaim } from '../claims/claims-special.ts';
import { STATES, statesIn } from '../claims/states.ts';
import { atEdge, factsOf } from '../facts/facts.ts';

const SUBJECT =
  /^(?:(?:it|this|the (?:[\p{L}-]+\s)?(?:document|proposal|project|paper|article|company|firm|startup|business|organi[sz]ation|product|software|library|tool|bill|act|standard|specification|report|page|work|idea|plan|status))\b|work on (?:it|this)\b|(?:a|an) (?:later|newer) \p{L}+|\p{Lu}[\p{L}-]*\s\d+)/iu;
const STATED =
  /\b(?:is|was|were|are|has been|have been|remains?|became|(?:took|taken) (?:its|the) place|replace[sd]|superseded|withdrew|ceased|shut)\b/iu;

/** The assertion status of a cell's states: "not active" denies; "not accepted" and "no longer operating" are states themselves. */
function assertionIn(value: string, names: string[]): Assertion {
  const tokens = tokenize(value);
  const assertions = STATES.filter(({ name }) => names.includes(name)).map(({ words }) => {
    const match = words.exec(value);
    const from = tokens.findIndex(({ end }) => end > (match?.index ?? 0));
    const to = tokens.findLastIndex(({ start }) => start < (match?.index ?? 0) + (match?.[0].length ?? 0));
    return from < 0 ? 'unsure' : assertionOf(value, tokens, from, Math.max(from, to));
  });
  return assertions.includes('yes') ? 'yes' : (assertions[0] ?? 'yes');
}

/** The states that a page gives its subject: under a label, or in a sentence at its edges that is about the page's subject. */
function statesOf(reading: Reading): { names: string[]; statement: Statement; labelled: boolean }[] {
  const found: { names: string[]; statement: Statement; labelled: boolean }[] = [];
  for (const { value, passage, assertion } of factsOf(reading, 'status')) {
    const head = value.slice(0, 60);
    const names = statesIn(head).map(({ name }) => name);
    if (names.length > 0)
      found.push({
        names,
        statement: { passage, assertion: assertion === 'no' || assertion === 'yes' ? assertionIn(head, names) : assertion },
        labelled: true,
      });
  }
  const edge = atEdge(reading);
  const by = factsOf(reading, 'replacedBy').find(({ passage, how }) => how === 'cell' || edge(passage.view));
  if (by) found.push({ names: ['superseded'], statement: { passage: by.passage, assertion: by.assertion }, labelled: true });
  const views = found.length > 0 ? [] : reading.views.filter(({ boilerplate }) => !boilerplate).filter(edge);
  for (const view of views.length > 20 ? [...views.slice(0, 12), ...views.slice(-4)] : views)
    for (const passage of reading.passages(view)) {
      if (
        !(SUBJECT.test(passage.text) || isOwnName(reading, passage.text.split(/\s/u, 1)[0] ?? '')) ||
        !STATED.test(passage.text) ||
        passage.text.length > 160
      )
        continue;
      // "it was accepted in 2014 and its idea rejected": only the words right after the verb are the state
      const verb = STATED.exec(passage.text);
      const at = verb?.index ?? 0;
      const names = statesIn(passage.text.slice(at)).map(({ name }) => name);
      const state = STATES.find(({ name }) => names.includes(name))?.words.exec(passage.text.slice(at));
      if (
        !state ||
        state.index > 40 ||
        /^\s(?:about|with|in|to|on)\s(?:its|their|his|her|our|the)\b/u.test(passage.text.slice(at + state.index + state[0].length))
      )
        continue;
      const from = passage.tokens.findIndex(({ end }) => end > passage.start + at + state.index);
      const to = passage.tokens.findLastIndex(({ start }) => start < passage.start + at + state.index + state[0].length);
      const assertion =
        asserts(passage.text) && from >= 0 ? assertionOf(reading.page.text, passage.tokens, from, Math.max(from, to)) : null;
      if (assertion) found.push({ names, statement: { passage, assertion }, labelled: false });
    }
  return found;
}

export function judgeStatus(reading: Reading, claim: Extract<FactClaim, { kind: 'status' }>): Statement[] {
  const stated = statesOf(reading);
  const families = new Set(STATES.filter(({ name }) => claim.states.includes(name)).map(({ family }) => family));
  // "accepted and implemented" is final; "accepted" alone may be final or not
  const fits = (names: string[]) => {
    if (claim.states.includes('final') && names.includes('final')) return true;
    return claim.all ? claim.states.every((name) => names.includes(name)) : claim.states.some((name) => names.includes(name));
  };
  // what was rejected can also be superseded, so the state asked for suffices
  const held = stated.filter(({ names, statement }) => fits(names) && statement.assertion === 'yes');
  if (held.length > 0) return held.map(({ statement }) => statement);
  return stated.flatMap(({ names, statement }): Statement[] => {
    if (fits(names)) return [statement];
    if (!STATES.some(({ name, family }) => names.includes(name) && families.has(family))) return [];
    const near = names.includes('accepted') && claim.states.includes('final');
    return [{ passage: statement.passage, assertion: statement.assertion === 'yes' && !near ? 'no' : 'unsure' }];
  });
}
