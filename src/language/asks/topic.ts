import { languageNamed } from '../../knowledge/software.ts';

const ABOUT =
  /^(?:(?:is|are|was)\s)?(?:(?:mainly|primarily|largely)\s)?(?:about|concerns?|concerning|covers?|covering|discuss(?:es|ing)|deals? with|dealing with|relat(?:es|ed|ing) to|focus(?:es|ed|ing)? on|work(?:s|ing)? (?:in|on|with)|active in|operat(?:es|ing) in|treats?|studies|addresses|topic:?|subject:?)\s(?:an?\s|the\s)?(?<topic>.+)$/iu;
/** “Blog post on security”: the page itself is the wanted thing, and the question is its topic. */
const PAGE =
  /^(?:(?:an?|the)\s)?(?:\p{L}+\s)?(?:articles?|books?|documents?|episodes?|essays?|guides?|lessons?|notes?|pages?|papers?|posts?|reports?|research|stories|story|studies|study|talks?|tutorials?|videos?|works?)\s(?:about|concerning|covering|on)\s(?=\p{L})/iu;
const SECTOR =
  /^(?:(?:is\s)?in\s(?:the\s)?|an?\s|the\s)?(?<topic>.+?)[\s-](?:sector|industry|field|space|topic|related|domain|business|area|vertical|market|focus(?:ed)?)$/iu;

/** The alternative topics in “about packaging” or “health or medical sector”; none if a criterion asks for no topic. */
export function topicsOf(text: string): string[] {
  const topic = ABOUT.exec(text.trim().replace(PAGE, 'about '))?.groups?.topic ?? SECTOR.exec(text.trim())?.groups?.topic;
  if (!topic || languageNamed(topic) !== null || /\d|\b(?:not|no|without)\b/iu.test(topic)) return [];
  return topic.split(/,?\s(?:or|and\/or)\s|,\s/u);
}
