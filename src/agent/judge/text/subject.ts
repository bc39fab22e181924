import { stemOf } from '../../../language/english/lexicon.ts';
import { COMPONENTS, OTHERS_HEADING, PARTIES, PLANS_HEADING } from './knowledge.ts';
import { headingsOf, labelOf, type Passage, type Reading } from './reading.ts';
import { rowName } from './rows.ts';

/** Words that compare the page's subject with another thing. */
const COMPARED =
  /\b(?:unlike|compared (?:to|with)|in (?:contrast|comparison) (?:to|with)|as opposed to|rather than|instead of|similar(?:ly)? to|inspired by|alternatives? to|such as|just like|like(?! to\b)|than|whereas|replac(?:es|ing|ement for)|forked from|a fork of|descended from|successor (?:to|of)|predecessor|derived from|competes? with|competitors?)\b/giu;
const VERB =
  /\b(?:is|are|was|were|has|have|had|be|been|can|does|did|['’]s|supports?|offers?|provides?|uses?|runs?|employs?|comes?|became|becomes|remains?|includes?|serves?|makes?|began|started|launched|founded|released|raised|written|built|costs?|requires?|stores?|lets|gives|works|announced|created|acquired|published|hires?|ships?|sells?|develops?|maintains?)\b/u;
const GENERIC_SUBJECT =
  /^(?:it|we|they|he|she|i|you|this|these|that|our|its|his|her|their|my|here|there|the|all|a|an|in|on|at|since|after|as|with|by|for|from|today|currently|now|originally|first|written|built|founded|released|based|headquartered|licensed|developed|created|established|launched|started)$/u;
const PROPER =
  /(?:^|[\s(“"])((?:\p{Lu}[\p{L}\p{N}.&+#-]*|\p{Ll}+\p{Lu}\p{L}*)(?:\s(?:(?:of|the|and|&)\s)?\p{Lu}[\p{L}\p{N}.&+#-]*){0,4})(?:['’]s)?(?=[\s,(]|$)/gu;
const STARTERS = new Set(
  'it we they he she i you this these that our its his her their my here there the all a an in on at since after as with by for from today currently now originally first january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday when while although however also but and or if because unlike version currently founded released written built based headquartered licensed developed created established launched no not profile entry page listing record article post story paper document proposal company project site website status version work development work founding'.split(
    ' ',
  ),
);

/** Whether a name is one of the subject's: they share a word, or one begins with the other ("AcmeDB" on Acme's page). */
export function isOwnName(reading: Reading, name: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean);
  return words.some(
    (word) =>
      reading.names.has(word) ||
      [...reading.names].some((own) => own.length > 3 && word.length > 3 && (word.startsWith(own) || own.startsWith(word))),
  );
}

/** A heading that is the full name of a company. */
const FIRM = /^\p{Lu}[\p{L}\p{N}&.' -]{1,50}\s(?:Inc|Ltd|LLC|GmbH|Corp|AG|B\.?V|S\.?A|AB|Oy|SE|PLC|Pty)\.?$/iu;

/** Whether a cell is in a row named after something other than the page's subject. */
export function isForeignRow(reading: Reading, { view }: Passage): boolean {
  const name = rowName(reading, view);
  return name !== null && !isOwnName(reading, name);
}

/** Whether a passage is in a section about other things or about plans. */
export function sectionOf(reading: Reading, passage: Passage): 'own' | 'others' | 'plans' {
  for (const { text } of headingsOf(passage.view)) {
    if (text.length < 60 && (OTHERS_HEADING.test(text) || (FIRM.test(text) && !isOwnName(reading, text)))) return 'others';
    if (text.length < 60 && PLANS_HEADING.test(text)) return 'plans';
  }
  return 'own';
}

/**
 * Whether a sentence's words at page offset `at` are about the page's subject: not in a comparison ("unlike Y, which is written in C"), a
 * section on others, or a clause whose subject is another name or a part ("the client is ...").
 */
export function isOwn(reading: Reading, passage: Passage, at: number): boolean {
  if (sectionOf(reading, passage) === 'others' || isForeignRow(reading, passage)) return false;
  const offset = Math.max(0, at - passage.start);
  const before = passage.text.slice(0, offset);
  const compared = [...before.matchAll(COMPARED)].at(-1);
  if (compared) {
    const rest = before.slice(compared.index + compared[0].length);
    const closing = rest.replace(/,\s(?:which|that|who|whose|where)\b/gu, ' ');
    if (!closing.includes(',')) return false;
  }
  const clause = lastClause(before, compared ? compared.index : 0);
  const verb = VERB.exec(clause);
  const subject = verb ? clause.slice(0, verb.index) : '';
  if (!verb) return !startsWithOther(reading, passage, before);
  if (isOfOthers(reading, subject)) return false;
  const names = namesIn(headOf(subject), clause === before);
  if (names.length > 0) return names.some((name) => isOwnName(reading, name)) || isMadeBy(reading, clause.slice(verb.index));
  if (
    /^(?:it|they|he|she)\b/iu.test(subject.trim()) &&
    clause === before.slice(before.length - clause.length) &&
    !refersToOwn(reading, passage)
  )
    return false;
  const nouns = subject.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const head = nouns.at(-1);
  if (head && (COMPONENTS.has(head) || COMPONENTS.has(head.replace(/s$/u, ''))) && !reading.names.has(head)) return false;
  return !(
    head &&
    GENERIC_SUBJECT.test(head) === false &&
    /\b(?:many|most|some|several|other|another|few|both|users?|customers?|people|competitors?)\b/iu.test(subject)
  );
}

const one = (noun: string) => noun.toLowerCase().replace(/ies$/u, 'y').replace(/s$/u, '');

/** "Our investors", "our parent company", "the client of Acme", "the team that audits us", "the city": subjects other than the page's. */
function isOfOthers(reading: Reading, subject: string): boolean {
  const head =
    /^\s*(?:and\s|but\s)?(?<lead>our|its|their|the|a|an|this|that)\s(?<noun>(?:[\p{L}-]+\s){0,2}?[\p{L}-]+)(?<rest>\s(?:of|for|to|that|who|which)\s.*)?\s*$/iu.exec(
      subject,
    )?.groups;
  if (!head) return false;
  const nouns = (head.noun ?? '').split(/\s/u);
  if (nouns.some((noun) => reading.names.has(noun.toLowerCase()))) return false;
  if (/^\s(?:that|who|which)\s\p{L}+s?\s(?:us|it|them|the company)\b/iu.test(head.rest ?? '')) return true;
  const last = one(nouns.at(-1) ?? '');
  if (head.rest && COMPONENTS.has(last)) return true;
  const own = /^(?:our|its|their)$/iu.test(head.lead ?? '');
  return (
    PARTIES.has(last) ||
    (/^(?:company|firm|business|group)$/u.test(last) && nouns.slice(0, -1).some((noun) => PARTIES.has(one(noun)) && own))
  );
}

/** “The Association has 130 members”: the page's subject, as in statutes. */
const SELF =
  /^(?:the\s)?(?:association|society|club|company|firm|foundation|fund|trust|institute|museum|gallery|school|college|choir|orchestra|cooperative|house|hotel|hostel|inn|restaurant|farm|estate|centre|library|theatre)$/iu;

/**
 * The proper names in a subject. A sentence's first word is capitalised anyway: before a common noun it is no name ("Geospatial queries").
 */
function namesIn(subject: string, opens: boolean): string[] {
  const names = [...subject.matchAll(PROPER)].map((match) => ({ name: match[1] ?? '', at: match.index }));
  const bare = subject.trim();
  return names
    .filter(
      ({ name, at }) =>
        !STARTERS.has(name.toLowerCase()) &&
        !SELF.test(name) &&
        !(opens && at === 0 && !/\s/u.test(name) && bare !== name && /^\p{Lu}\p{Ll}+\s\p{Ll}/u.test(bare)),
    )
    .map(({ name }) => name);
}

/** The subject without its apposition: "The licence, for long the AGPL, is". */
const headOf = (subject: string) => /^\s*([^,]*\p{L}[^,]*),/u.exec(subject)?.[1] ?? subject;

/** Whether "it" refers to the page's subject: "it" is the subject of the sentence before it in the block, or else the page's. */
function refersToOwn(reading: Reading, passage: Passage): boolean {
  const all = reading.passages(passage.view);
  for (let i = all.indexOf(passage) - 1; i >= 0 && i > all.indexOf(passage) - 4; i--) {
    const before = all[i];
    const text = before?.text ?? '';
    // "Status: final." has no subject that "it" could refer to
    if (before && labelOf(before)) continue;
    const verb = VERB.exec(text);
    const subject = headOf(text.slice(0, verb?.index ?? 60).replace(/^(?:In|Since|After|As|With|By|For|From|At|On)\s[^,]*,\s/u, ''));
    const names = namesIn(subject, true);
    if (names.length > 0) return names.some((name) => isOwnName(reading, name));
    if (!/^(?:it|they|he|she)\b/iu.test(subject.trim())) return true;
  }
  return true;
}

/** "Jane Doe founded the company in": the page's subject is the object of the verb. */
function isMadeBy(reading: Reading, predicate: string): boolean {
  const made =
    /^(?:(?:has|have|had)\s)?(?:first\s|co-)?(?:founded|created|released|launched|started|developed|published|built|began|wrote|announced|hires?)\s(.*)$/u.exec(
      predicate,
    )?.[1];
  return (
    made !== undefined &&
    (/^(?:it|the (?:company|project|firm|business|site|organi[sz]ation|startup|database|software|tool|library))\b/u.test(made) ||
      isOwnName(reading, made.split(/\s(?:in|on|as|with)\s/u)[0] ?? ''))
  );
}

/** The clause at the end of `before`: the text after the last new subject. */
function lastClause(before: string, from: number): string {
  const tail = before.slice(from);
  const cuts = [...tail.matchAll(/[;:()–—]|,\s(?:and|but|while|whereas|so|it|we|they)\b|\s(?:but|while|whereas|although|because)\s/gu)];
  const last = cuts.at(-1);
  const clause = last ? tail.slice(last.index + (/^[;:()–—]/u.test(last[0]) ? 1 : 0)) : tail;
  // a clause without its own verb shares the subject of the sentence
  return VERB.test(clause) || from > 0
    ? clause.replace(/^(?:[^,]*?,\s)(?=.*\b(?:is|was|are|were|has)\b)/u, (lead) =>
        /^\s*(?:unlike|compared|in|since|after|as|with|by|for|from|like)\b/iu.test(lead) ? '' : lead,
      )
    : tail;
}

/** Whether a fragment begins with another name: "Y: written in C", "Y - a store". */
function startsWithOther(reading: Reading, passage: Passage, before: string): boolean {
  const lead = /^([\p{Lu}][\p{L}\p{N}.+#-]*(?:\s[\p{Lu}][\p{L}\p{N}.+#-]*){0,3})\s?(?:[:–—(]|-\s|,\s(?:a|an|the|which)\b)/u.exec(
    before,
  )?.[1];
  if (!lead || passage.view.label) return false;
  return (
    !STARTERS.has(lead.toLowerCase()) &&
    !isOwnName(reading, lead) &&
    passage.view.tag !== 'h1' &&
    stemOf(lead.toLowerCase()) !== '' &&
    /\s|\p{Lu}.*\p{Lu}|^\p{Lu}\p{L}{2,}$/u.test(lead) &&
    !KNOWN_LABEL.test(lead)
  );
}
const KNOWN_LABEL =
  /^(?:licen[sc]e|language|implementation|platform|status|type|category|founded|released?|version|location|headquarters|country|price|pricing|website|repository|authors?|developers?|maintainers?|features?|summary|description|topics?|tags?|first|initial|latest|written|original|sponsors?|director|topic|keywords|\p{L}{2,}ed)\b/iu;
