import { NAMES, PERSONS } from '../../../../language/english/proper-names.ts';

/** A property that many kinds of pages give of their subject, under various names. */
export interface Concept {
  /** Matches a page's label or heading as a whole, in lower case. */
  labels: RegExp;
  /** Matches a criterion or a column that asks for it. */
  asks: RegExp;
  /** A sentence that states it has at least one of these words. */
  words: readonly string[];
  /** Matches a sentence that states it; the group `v` is the value. */
  says: readonly RegExp[];
  /** Matches the words right after its values: "is the editor". */
  after?: RegExp;
  /** Whether its values can be counted: authors, offices. */
  counted?: true;
}

const VERSION = String.raw`(?:(?:\p{Lu}[\p{L}+#-]*|version|release|v)\s?)?v?\d+(?:\.(?:\d+|x))*(?:\+|\sor\s(?:later|newer|above|higher))?(?:(?:,\s|\sand\s)\d+(?:\.(?:\d+|x))*)*`;
/** Matches the first letter of verbs in either case. Patterns must not ignore case, because names need their capitals. */
const eitherCase = (words: string) =>
  words.replace(/(^|\||\)\??)(\p{Ll})/gu, (_, lead: string, letter: string) => `${lead}[${letter}${letter.toUpperCase()}]`);
const by = (verbs: string) => new RegExp(String.raw`\b(?:${eitherCase(verbs)})\sby\s(?:the\s)?(?<v>${PERSONS})`, 'gu');
const role = (noun: string) =>
  new RegExp(String.raw`\b(?:[Tt]he|[Ii]ts|[Ii]ts current|[Oo]ur)\s(?:\p{L}+\s)?(?:${noun})\s(?:is|are|was|were)\s(?<v>${PERSONS})`, 'gu');
const serves = (noun: string) =>
  new RegExp(
    String.raw`\s(?:is|are|was|were|acted as|acts as|serves? as|served as)\s(?:the|its|an?|one of the)\s(?:\p{L}+\s)?(?:${noun})\b`,
    'gu',
  );

export const CONCEPTS = {
  employees: {
    labels:
      /^(?:(?:our |the )?team(?: size)?|(?:company|organi[sz]ation|team|staff|business) size|size(?: of (?:the )?(?:company|team))?(?: ?\(.*\))?|(?:(?:total )?number of |no\.? of |# of |total |current )?(?:full-?time )?(?:employees|staff|people|team members|headcount|workers)(?: ?\(.*\))?|(?:how many|number of) people(?: work (?:here|there))?|head ?count|workforce|staff(?: size)?)$/u,
    asks: /\bemployees?\b|\bhead ?count\b|\bstaff\b|\bteam size\b|\bcompany size\b|\bworkforce\b|\bteam members\b|\bnumber of people\b/iu,
    words: [],
    says: [],
  },
  region: {
    labels:
      /^(?:(?:hiring|remote|work(?:ing)?|job|employment|applicant) (?:regions?|locations?|countries|areas?|from|in)|regions?(?: details)?|(?:where (?:they|we) (?:hire|recruit)(?: from)?)|hiring(?: from| in)?|(?:hires|hire|recruits?) (?:from|in)|(?:open|available|eligible)(?: to| in| for)?(?: candidates)?(?: in| from)?|eligib\w+|remote (?:from|in)|who can apply|location (?:requirements?|restrictions?)|candidates? (?:from|location|regions?)|(?:accepted|allowed|eligible) (?:countries|locations|regions))$/u,
    asks: /\bhir(?:es?|ing)\b|\brecruit|\bregion\b|\bapplicants?\b|\bcandidates?\b|\bemployees may live\b|\bonly take people\b/iu,
    words: [],
    says: [],
  },
  technology: {
    labels:
      /^(?:(?:our |the |company |main |core )?(?:tech(?:nolog(?:y|ies))?(?: ?stack)?|stack|tooling|tools|programming languages?|languages?(?: used)?|skills)(?: (?:used|we use|they use))?|built with|what (?:we|they) (?:use|build with)|(?:front|back)[- ]?end|languages (?:&|and) technologies)\s?:?$/u,
    asks: /\b(?:uses?|using|works? with|builds? with|built with|stack|technolog(?:y|ies)|programming languages?|tech list)\b/iu,
    words: [],
    says: [],
    counted: true,
  },
  offices: {
    labels:
      /^(?:(?:our |the |other |main |company |global )?(?:offices?|head ?quarters?|hq|locations?|office locations?|addresse?s?|head office|seat|home)(?: ?\(.*\))?|where (?:the|our|their) offices are|where (?:we|they) are(?: (?:based|located))?|based in|located in|city|country|state|place)$/u,
    asks: /\boffices?\b|\bhead ?quarter|\bhq\b|\bbased\b|\blocation|\blocated\b/iu,
    words: [],
    says: [],
    counted: true,
  },
  apply: {
    labels:
      /^(?:(?:how to )?apply(?:ing)?(?: here| now)?|how (?:to|do i|can i) (?:apply|join|contact \w+)|applications?|get in touch|contact(?: us| details| information)?|jobs?|e-?mail|to apply)$/u,
    asks: /\bappl(?:y|ications?)\b|\bcontact\b|\bget in touch\b|\be-?mail\b/iu,
    words: [],
    says: [],
  },
  authors: {
    labels:
      /^(?:(?:co-?|lead |main |original |first |post |written |page )?authors?(?:\(s\))?|(?:written|authored|posted|published) by|by|by-?line|writers?|contributors)$/u,
    asks: /\bauthors?\b|\bwritten by\b|\bbyline\b|\bwriters?\b|\bwho wrote\b/iu,
    words: ['written', 'authored', 'by', 'author', 'wrote', 'posted', 'published'],
    says: [
      new RegExp(String.raw`(?:^|[|·•–—]\s)(?:[Ww]ritten\s|[Aa]uthored\s|[Pp]osted\s|[Pp]ublished\s)?[Bb]y:?\s(?<v>${PERSONS})`, 'gu'),
      by('written|co-written|authored|co-authored|posted'),
      role('(?:co-?|lead |first )?authors?'),
    ],
    after: serves('(?:co-?|lead |first )?authors?'),
    counted: true,
  },
  founders: {
    labels: /^(?:(?:co-?)?founders?(?:\(s\))?|founded by|started by|founding team|creators?|created by)$/u,
    asks: /\bfounders?\b|\bfounded by\b|\bco-?founders?\b|\bcreators?\b|\bcreated by\b/iu,
    words: ['founded', 'started', 'created', 'established', 'founder'],
    says: [by('founded|co-founded|started|established|created|set up'), role('(?:co-?)?founders?|creators?')],
    after: serves('(?:co-?)?founders?|creators?'),
    counted: true,
  },
  sponsor: {
    labels: /^(?:sponsors?(?:\(s\))?|sponsored by|(?:bill )?sponsor|champions?)$/u,
    asks: /\bsponsor|\bchampion/iu,
    words: ['sponsored', 'sponsor', 'championed', 'champion'],
    says: [by('sponsored|co-sponsored|championed'), role('sponsors?|champions?')],
    after: serves('sponsors?|champions?'),
    counted: true,
  },
  delegate: {
    labels:
      /^(?:(?:\p{L}+ ?-?)?delegates?(?:\(s\))?|decided by|decision(?: maker)?|approver|approved by|decision delegated to|delegated to|responsible|shepherd)$/u,
    asks: /\bdelegat|\bfinal say\b|\bapprover\b|\bdecision[- ]maker\b|\bdecided by\b|\bapproved by\b|\bshepherd/iu,
    words: ['delegate', 'delegated', 'approved', 'decided', 'shepherd'],
    says: [
      new RegExp(String.raw`\bdelegated to\s(?<v>${PERSONS}(?:\s,\s${PERSONS})*)`, 'gu'),
      role(String.raw`(?:\p{L}+[- ])?delegates?|shepherds?|approvers?`),
      by('approved|decided|shepherded'),
    ],
    after: serves(String.raw`(?:\p{L}+[- ])?delegates?|shepherds?|approvers?`),
  },
  status: {
    labels: /^(?:(?:current |project |document |company |proposal |account |operating )?(?:status|state|stage|phase)|maturity)$/u,
    asks: /\bstatus\b|\bstate of the\b|\bstage\b/iu,
    words: ['status', 'stage'],
    says: [/\b(?:[Ii]ts|[Tt]he)\s(?:current\s)?(?:status|stage)\s(?:is|remains)\s(?<v>[^.;,]{2,40})/gu],
  },
  kind: {
    labels: /^(?:kind|type|category|class|genre|form|document type|(?:\p{L}+ )?type)$/u,
    asks: /\b(?:type|kind|category|genre)\b/iu,
    words: ['document', 'type', 'kind', 'categori'],
    says: [/^(?:It|This)\sis\s(?:an?|the)\s(?<v>\p{Lu}[\p{L} -]{2,30}?)\s(?:document|proposal|paper|article|report|record|page|item)\b/gu],
  },
  topic: {
    labels:
      /^(?:topics?|subjects?(?: areas?)?|tags?|keywords?|categor(?:y|ies)|sectors?|industr(?:y|ies)|fields?|areas?|themes?|filed under|discipline|markets?|verticals?|focus)$/u,
    asks: /\btopics?\b|\bsubjects?\b|\btags?\b|\bkeywords?\b|\bindustry\b|\bsector\b|\bfield of\b|\bcategory\b/iu,
    words: ['filed', 'tagged', 'categorised', 'listed', 'posted'],
    says: [/\b(?:[Ff]iled|[Tt]agged|[Cc]ategori[sz]ed|[Ll]isted|[Pp]osted|[Cc]lassified)\s(?:under|in|as|with)\s(?<v>\p{Lu}[^.;]{1,60})/gu],
  },
  replaces: {
    labels: /^(?:replaces|supersedes|obsoletes|succeeds|successor (?:of|to)|predecessors?|preceded by|formerly|previous(?: version)?)$/u,
    asks: /\breplaces\b|\bsupersedes\b|\bobsoletes\b|\bit replaces\b|\breplaced (?:proposal|document|version)\b|\btook over from\b|\bpredecessor/iu,
    words: ['replace', 'supersede', 'obsolete', 'place', 'succeed', 'successor'],
    says: [
      /(?:^|\b(?:[Ii]t|[Tt]his|which|and)\s)(?:[Rr]eplaces|[Ss]upersedes|[Oo]bsoletes|[Ss]ucceeds|[Tt]akes the place of|[Tt]ook (?:over from|the place of)|is the successor (?:to|of))\s(?<v>(?:the\s)?(?:\p{Lu}[\p{L}-]*\s?)*\d*(?:,\s|\sand\s|[^.;,]){0,60})/gu,
    ],
    counted: true,
  },
  replacedBy: {
    labels: /^(?:superseded[- ]by|replaced[- ]by|obsoleted[- ]by|succeeded[- ]by|successor|next(?: version)?|see instead)$/u,
    asks: /\b(?:superseded|replaced|obsoleted|succeeded) by\b|\breplaced it\b|\bsuccessor\b|\btaken its place\b/iu,
    words: ['superseded', 'replaced', 'obsoleted', 'succeeded', 'place'],
    says: [
      /\b(?:[Ss]uperseded|[Rr]eplaced|[Oo]bsoleted|[Ss]ucceeded)\sby\s(?<v>(?:the\s)?(?:\p{Lu}[\p{L}-]*\s?){1,5}\d*)/gu,
      /^(?<v>\p{Lu}[\p{L}-]*\s\d+)\s(?:replaced|superseded|supersedes|replaces|has replaced|obsoletes)\s(?:it|this)\b/gu,
    ],
  },
  version: {
    labels:
      /^(?:(?:\p{L}[\p{L}+#]* )?versions?|target(?: version| release)?|release|since|(?:minimum|required|latest|current|supported) \p{L}* ?versions?|requires)$/u,
    asks: /\bversions?\b|\btarget(?:s|ed|ing)?\b|\brelease the\b/iu,
    words: ['target', 'targeted', 'aimed', 'version', 'requires', 'planned', 'scheduled'],
    says: [
      new RegExp(
        String.raw`\b(?:[Tt]arget(?:s|ed|ing)?(?:\s(?:release|version|at|for|is|are))*|[Aa]imed at|[Rr]equires|[Pp]lanned for|[Ss]cheduled for|[Ii]ntended for)\s(?<v>${VERSION})`,
        'gu',
      ),
      /\b(?:[Ll]atest|[Cc]urrent|[Nn]ewest|[Mm]ost recent|[Ss]table)\s(?:stable\s)?(?:version|release)(?:\sis|:)?\s(?:version\s)?v?(?<v>\d+(?:\.\d+){1,3}(?:-[a-z0-9.]+)?)/gu,
    ],
  },
  party: {
    labels: /^(?:(?:political )?party(?: affiliation)?|affiliation)$/u,
    asks: /\bparty\b|\bdemocrats?\b|\brepublicans?\b|\bindependents?\b|\bpolitical affiliation\b/iu,
    words: ['member', 'party', 'democrat', 'republican', 'independent', 'democratic'],
    says: [/\b(?:is|as|was)\s(?:an?|the)\s(?<v>Democrat(?:ic)?|Republican|Independent|Libertarian|Green|Conservative|Labour|Liberal)\b/gu],
  },
  state: {
    labels: /^(?:state|represents|representing|constituency|district|seat)$/u,
    asks: /\brepresent|\bconstituency\b|\bdistrict\b|\bstate\b/iu,
    words: ['represent', 'senator', 'congressman', 'congresswoman', 'member'],
    says: [
      new RegExp(String.raw`\b[Rr]epresent(?:s|ing|ed)\s(?:the\s(?:state of\s)?)?(?<v>${NAMES})`, 'gu'),
      new RegExp(String.raw`\b(?:[Ss]enator|[Rr]epresentative|Congress(?:man|woman)|[Mm]ember)\s(?:from|for)\s(?<v>${NAMES})`, 'gu'),
    ],
  },
} as const satisfies Record<string, Concept>;
export type ConceptName = keyof typeof CONCEPTS;
