/** A state of a document, a project or a company, in the words of requests and of pages. */
interface State {
  name: string;
  family: 'document' | 'company' | 'software';
  words: RegExp;
}

const state = (name: string, family: State['family'], words: string): State => ({
  name,
  family,
  words: new RegExp(String.raw`(?<![\p{L}-])(?:${words})(?![\p{L}-])`, 'iu'),
});

/** States of one family exclude each other, except that an accepted document may also be final. The words are general English. */
export const STATES: readonly State[] = [
  state(
    'draft',
    'document',
    'drafts?|under discussion|in discussion|undecided|not yet (?:been )?decided|under review|work in progress|not yet final|pending|proposed',
  ),
  state('final', 'document', 'final|finali[sz]ed|finished|implemented|carried out|completed?|done|shipped|landed'),
  state('accepted', 'document', 'accepted|approved|adopted|ratified|passed'),
  state('active', 'document', 'active|in force|in effect|ongoing|in use|current|live'),
  state('rejected', 'document', 'rejected|turned down|declined|refused|voted down|dismissed|not accepted|denied|failed'),
  state('withdrawn', 'document', 'withdrawn|withdrew|retracted|taken back|pulled'),
  state('deferred', 'document', 'deferred|put off|postponed|shelved|on hold|suspended|put on ice|delayed'),
  state(
    'superseded',
    'document',
    'superseded|replaced|obsoleted?|supplanted|(?:took|taken) (?:its|the) place|replaces it|replaced it|superseded it|outdated',
  ),
  state('provisional', 'document', 'provisional(?:ly)?(?: accepted)?|provisionally'),
  state('acquired', 'company', 'acquired|bought|merged'),
  state(
    'closed',
    'company',
    'closed|shut down|defunct|inactive|dissolved|out of business|ceased operations?|bankrupt|wound (?:up|down)|dead|no longer operating',
  ),
  state('public', 'company', 'public|publicly (?:traded|listed)|listed on'),
  state('operating', 'company', 'operating|active|in business|alive|private'),
  state('archived', 'software', 'archived|abandoned|unmaintained|discontinued|deprecated|end[- ]of[- ]life'),
  state('maintained', 'software', '(?:actively )?(?:maintained|developed)'),
];

const LEAD =
  /^(?:(?:the|its?|this)\s)?(?:(?:status|state|stage|proposal|document|company|project|paper|bill|work|it)\s)?(?:(?:is|was|are|has been|have been|must be|should be)\s)?(?:still|currently|now|already|today|been)?\s?(?:still\s|currently\s|now\s)?(?:an?\s|the\s)?/iu;
const FILLER = /(?:^|\s)(?:and|or|either|status|state|today|document|proposal|currently|still|an?|the|[,/])(?=\s|$)/giu;

/** The states of a label that consists of states only: "Still a draft", "Rejected or withdrawn", "Status is Final"; null for any other. */
export function statesAsked(label: string): { all: boolean; names: string[] } | null {
  const bare = label.replace(LEAD, '').replace(/\.$/u, '');
  let rest = bare;
  const names: string[] = [];
  for (const { name, words } of STATES) {
    if (!words.test(bare)) continue;
    names.push(name);
    rest = rest.replace(words, ' ');
  }
  if (names.length === 0 || rest.replace(/,/gu, ' ').replace(FILLER, ' ').trim() !== '') return null;
  return { all: /\band\b/iu.test(bare) && !/\bor\b/iu.test(bare), names };
}

/** The states that a text names, except within a longer match: "accepted" in "not accepted". */
export function statesIn(words: string): State[] {
  const found = STATES.flatMap((one) => {
    const match = one.words.exec(words);
    return match ? [{ one, start: match.index, end: match.index + match[0].length }] : [];
  });
  const within = (a: (typeof found)[number], b: (typeof found)[number]) =>
    a.start >= b.start && a.end <= b.end && a.end - a.start < b.end - b.start;
  return found.filter((a) => !found.some((b) => within(a, b))).map(({ one }) => one);
}
