import { labelOf, type Passage, type Reading } from './reading.ts';
import { isOwnName } from './subject.ts';

const VERB =
  /\b(?:is|are|was|were|has|have|can|does|supports?|offers?|provides?|uses?|runs?|comes?|lets|gives|works|makes?|needs?|requires?|stores?|helps?|loves?|likes?|believes?|embraces?|enjoys?|cares?|backs?|funds?|contributes?|prefers?|values?|promotes?|celebrates?)\b|['’](?:s|re)\b/u;
const PREPOSITION =
  /\b(?:for|to|with|by|on|from|about|in|like|against|using|that|which|who|built|based|between|over|into|upon|not|connects?|supports?|than|of(?! the\b)|inspired|alternative)\b/iu;
/** Whether the words at `start` are predicated of the subject: "X is an open-source ...", "X, a ...", "We build a ...", a tagline. */
export function predicated(reading: Reading, passage: Passage, start: number): boolean {
  const before = passage.text.slice(0, start - passage.start);
  const copula = [
    ...before.matchAll(
      /\b(?:is|are|remains?|became|becomes|was|were|being|['’]s|isn['’]t|aren['’]t)\s(?:not\s|no\slonger\s)?(?:both\s)?(?:now\s|also\s|still\s|fully\s|currently\s|entirely\s|completely\s|100%\s)?(?:an?\s|the\s|one of the\s|our\s)?/gu,
    ),
  ].at(-1);
  const between = copula ? before.slice(copula.index + copula[0].length) : '';
  if (copula && !PREPOSITION.test(between.replace(/,?\s(?:and|but)\snot\s(?:an?\s|the\s)?$/u, ''))) return true;
  const apposition = /^([^,:–—(]{1,60})(?:,|\s[–—-]|:|\s?\()\s(?:an?\s|the\s)?([^,]*(?:,\s[\p{Ll}-]+)*,?\s?)$/u.exec(before);
  if (apposition && !PREPOSITION.test(apposition[2] ?? '') && (isOwnName(reading, apposition[1] ?? '') || passage.view.tag === 'h1'))
    return true;
  const makes =
    /\b(?:build|builds|develop|develops|make|makes|offers?|provides?|creates?|maintains?|behind|called)\s(?:an?\s|the\s|our\s)?([^,;]*)$/u.exec(
      before,
    );
  if (makes && !PREPOSITION.test(makes[1] ?? '')) return true;
  if (passage.view.tag === 'h1') return !PREPOSITION.test(before);
  const early = reading.views
    .filter(({ boilerplate, text }) => !boilerplate && text !== '')
    .slice(0, 6)
    .includes(passage.view);
  const kind = /\b(?:type|category|kind|model|class)\b/iu.test(labelOf(passage)?.text ?? '');
  return (early || kind) && !VERB.test(passage.text) && !PREPOSITION.test(before.replace(/^[^:]*:\s/u, '')) && passage.tokens.length < 25;
}

/** Whether the sentence asserts it of the subject's past only. */
export const wasOnly = (passage: Passage, at: number) => {
  const before = passage.text.slice(0, at - passage.start);
  // "was released as" still applies today; "was a" applies to the past
  return (
    /\b(?:was|were)\s(?:an?\s|the\s)?[^,;]*$/u.test(before) &&
    !/\b(?:was|were)\s(?:\p{L}+ly\s)?(?:\p{L}+ed|made|put|written|built|given)\b[^,;]*$/u.test(before)
  );
};
