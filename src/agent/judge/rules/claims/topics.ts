import { languageNamed } from '../../../../knowledge/software.ts';
import { stemOf, tokenize } from '../../../../language/english/lexicon.ts';

const ABOUT =
  /^(?:(?:is|are|was)\s)?(?:(?:mainly|primarily|largely)\s)?(?:about|concerns?|concerning|covers?|covering|discuss(?:es|ing)|deals? with|dealing with|relat(?:es|ed|ing) to|focus(?:es|ed|ing)? on|work(?:s|ing)? (?:in|on|with)|active in|operat(?:es|ing) in|treats?|studies|addresses|topic:?|subject:?)\s(?:an?\s|the\s)?(?<topic>.+)$/iu;
/** "Blog post on security": what is looked for is the page itself, and what is asked its topic. */
const PAGE =
  /^(?:(?:an?|the)\s)?(?:\p{L}+\s)?(?:articles?|books?|documents?|episodes?|essays?|guides?|lessons?|notes?|pages?|papers?|posts?|reports?|research|stories|story|studies|study|talks?|tutorials?|videos?|works?)\s(?:about|concerning|covering|on)\s(?=\p{L})/iu;
const SECTOR =
  /^(?:(?:is\s)?in\s(?:the\s)?|an?\s|the\s)?(?<topic>.+?)[\s-](?:sector|industry|field|space|topic|related|domain|business|area|vertical|market|focus(?:ed)?)$/iu;
/** Words of a description that only introduce what it says. */
const LIGHT = new Set(
  'concern cover deal relat focus includ offer busi sector industri field area topic subject compani organ project document page articl paper proposal post describ work system languag thing someth part use provid support main special specif particular'
    .split(' ')
    .concat(['company', 'organization', 'business', 'product', 'service', 'general'].map(stemOf)),
);

const items = (text: string) =>
  text
    .split(/\s*(?:[,;:/()]|\b(?:and|or|including|such as|e\.g\.)\b)\s*/iu)
    .map((part) => part.replace(/^.*\b(?:is|are|in|of|about|includes?|concerns?|to|for|with|on|a|an|the|what)\s/iu, ''))
    // a compound that holds a word saying nothing ("well-being") would leave half of it
    .filter((part) => !/\p{L}+-\p{L}+/u.test(part) || tokenize(part).every(({ stem }) => stem !== ''))
    .map((part) => tokenize(part).flatMap(({ stem }) => (stem && !LIGHT.has(stem) ? [stem] : [])))
    .filter((stems) => stems.length > 0 && stems.length <= 3);

/** "About packaging", "health or medical sector": the words of the topic, and the ones its description puts beside them. `core`: the label's own, or told twice. */
export function aboutClaim(
  label: string,
  description: string | null,
): { kind: 'about'; any: string[][]; core: string[]; beside: string[][] } | null {
  const topic = ABOUT.exec(label.trim().replace(PAGE, 'about '))?.groups?.topic ?? SECTOR.exec(label.trim())?.groups?.topic;
  if (!topic || languageNamed(topic) !== null || /\d|\b(?:not|no|without)\b/iu.test(topic)) return null;
  const own = items(topic);
  if (own.length === 0) return null;
  // a description that says the label again puts nothing beside it
  const named = new Set(own.map(String));
  const stated = (description ? items(description) : []).filter((stems) => !named.has(String(stems)));
  const all = [...own, ...stated];
  const heads = own.flatMap((stems) => stems.slice(-1));
  const twice = all.flat().filter((stem) => all.filter((stems) => stems.includes(stem)).length > 1);
  return {
    kind: 'about',
    any: own,
    beside: stated,
    core: [...new Set([...(own.every((stems) => stems.length === 1) ? heads : []), ...twice])],
  };
}
