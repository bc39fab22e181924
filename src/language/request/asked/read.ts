import { LONGEST_REQUEST } from '../../constraints/find-constraints.ts';
import { type Column, takeWanted } from '../../wanted.ts';
import { hold, withoutAsides, withoutAskedAt } from './asides.ts';
import { BECAUSE, columnsOfSentence, withoutColumns } from './asked-columns.ts';
import { withoutLead } from './lead.ts';
import { withoutMarks } from './lists.ts';
import { isEnglish } from './tongue.ts';

/** A request as one sentence about the wanted thing, and the columns that it asks for. */
export interface ReadRequest {
  text: string;
  wanted: Column[];
  /** Whether it is English, so that the rules can split it. */
  isEnglish: boolean;
}

/** Abbreviations that do not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|eg|etc|vs|approx|ca|no|nos|st|dr|mr|mrs|ms|prof|inc|ltd|co|corp|u\.s|u\.k|jr|fig|vol|\p{Lu})\.$/iu;

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(
    /[!?]+["”’)]*\s+|\.+["”’)]*\s+(?=[\p{Lu}\d"“(]|(?:i|we|please|pls)\b|[^.?!]{2,80}\?$)|;\s+/gu,
  )) {
    const part = text.slice(start, index + mark.trimEnd().length);
    if (mark.startsWith('.') && ABBREVIATION.test(part)) continue;
    if (mark.startsWith(';') && columnsOfSentence(text.slice(index + mark.length).split(/[.;]\s/u)[0] ?? '', false) === null) continue;
    sentences.push(part.replace(/;$/u, '').trim());
    start = index + mark.length;
  }
  return [...sentences, text.slice(start).trim()].filter((one) => /[\p{L}\p{N}]/u.test(one));
}

const GREETING =
  /^(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Gg]reetings|[Gg]ood (?:morning|afternoon|evening))(?:,?\s(?:there|all|everyone|everybody|team|colleagues|sir or madam|dear team|\p{Lu}\p{Ll}{1,20})){0,3}\s*[,!.–—-]\s*/u;
const THANKS =
  /^(?:many thanks|thanks|thank you|thx|cheers|best|regards|kind regards|best regards|please and thank you|no rush|any help)\b[^.]{0,60}[.!]*$/iu;
/** Sentences about the person who asks, or about the reason. */
const BACKGROUND = /^(?:i|we|my|our|this|it|they)(?:['’]\w+)?\s/iu;
const OF_US = /\b(?:i|we|us|me|my|our)\b/iu;
const PLEASE = String.raw`(?:(?:please|pls|kindly|could you|can you|would you|will you)\s+)*`;
const SEEKING = String.raw`(?:(?:i|we)(?:['’]?m|['’]re| am| are) (?:(?:looking|searching|hunting) for|after)|(?:i|we)(?:['’]d| would)? (?:need|want|like|love)(?:(?!\sto\b)|\sto (?:find|get|know|see|have|list|identify)))`;
/** Sentences that ask for the wanted thing. */
const COMMAND = String.raw`${PLEASE}(?:find|give|show|get|bring|list|search|look(?:ing)? for|fetch|collect|gather|compile|identify|discover|name|recommend|suggest|research|track down|dig up|point (?:me|us) to|pull together|put together|are there|is there|do you know|what (?:i|we)(?:['’]m|['’]re| am| are)? (?:want|need|after|looking)|${SEEKING})\b`;
const ASKS = new RegExp(`^${COMMAND}|^(?:which|among)\\b`, 'iu');
/** A reason followed by the request: “We plan a fair, so please list …”, “For our report we need …”, “So: please find …”. */
const REASON = new RegExp(
  [
    String.raw`^(?:i|we|my|our|this|it)(?:['’]\w+)?\s.{5,250}?,?\s(?:so|therefore|hence)[,:]?\s(?=${COMMAND})`,
    String.raw`^(?:for (?:our|my|an?|the)|as an?)\s[^,:]{3,80}?,?\s(?=(?:i|we)\s(?:need|want|am|are)\b)`,
    String.raw`^for (?:our|my|an?|the)\s[^,:]{2,60}:\s`,
    String.raw`^.{5,200}?,?\s(?:(?:which|that) is why|hence|so)\s(?:(?:i|we)\s(?:need|want)|the (?:hunt|search|quest) for|(?:this|my|our) question:?)\s`,
    String.raw`^(?!${SEEKING}|${COMMAND})(?:i|we)\s[^.]{5,150}?\sand\s(?=${SEEKING})`,
    String.raw`^(?!${COMMAND})[^:]{2,150}:\s(?=${COMMAND})`,
    String.raw`^so[,:]\s`,
  ].join('|'),
  'iu',
);
/** “Among the universities in Ghana, which ones teach …”, “What libraries exist that parse …”. */
const TURNED: readonly (readonly [form: RegExp, plain: string])[] = [
  [/^among\s(?:all\s)?(?:the\s)?([^,]{3,100}),\swhich(?:\sones?|\sof\s(?:them|these))?\s/iu, '$1 that '],
  [/^((?:what|which)\s[^,.]{3,60}?)\s(?:are there|exist)\s(?=that|which|who)/iu, '$1 '],
];

/** A later sentence with a condition on the wanted thing: “They must ship to the US.” */
const CONDITION =
  /^(?:they|it|this|these|those|he|she)\s(?:must|should|has to|have to|needs? to|may|can|cannot|is|are|has|have|do|does)\b|\b(?:must|should|has to|have to|needs? to)\b|^(?:we|i)\s(?:want|need|prefer|require)\b|\bbudget\b/iu;
/** Its words as a condition: “must ship to the US”. */
const conditionOf = (sentence: string) =>
  sentence
    .replace(/[.?!]+$/u, '')
    .replace(/^(?:they|it|this|these|those|he|she)\s(?:must|should|has to|have to|needs? to)\s(?:also\s)?be\s/iu, '')
    .replace(
      /^(?:they|it|this|these|those|he|she)\s(?:(?:must|should|has to|have to|needs? to)\s(?:also\s)?|(?=(?:is|are|has|have|can|do|does)\b))/iu,
      'that ',
    )
    .replace(/^(?:we|i)\s(?:also\s)?(?:want|need|prefer|require)\s/iu, 'with ')
    .replace(/^please,?\s/iu, '')
    .replace(/^(?:my|our|the)\s(?=budget\b)/iu, '')
    .replace(/^(?<what>\p{L}+(?:\s\p{L}+)?):\s(?=[^,:;]{1,40}$)/u, (start: string) => hold(start))
    .replace(/,\s(?:and\s)?(?:they|it)\s(?:must|should)\s(?:be\s)?/iu, ', ');

/** A sentence that limits what another one asks for. */
const WITHOUT = /^(?:please,?\s)?(?:no|not|without|only)\s/iu;

/**
 * A request as one sentence without asides, greetings and reasons, and the columns that it asks for. Accepts any string and reads 4,000
 * characters.
 */
export function readRequest(request: string): ReadRequest {
  const lines = request.slice(0, LONGEST_REQUEST).toWellFormed().trim();
  const whole = lines.replace(/\s+/gu, ' ');
  if (!isEnglish(whole)) return { text: whole, wanted: [], isEnglish: false };
  const sentences = sentencesOf(withoutAsides(withoutMarks(lines).replace(/\s+/gu, ' ')))
    .map((one) => withoutAskedAt(one.replace(GREETING, '')))
    .filter((one) => /\p{L}|\p{N}/u.test(one));
  const asking = sentences.map((one) => one.replace(REASON, ''));
  const asks = asking.map((one, i) => ASKS.test(one) || one !== sentences[i]);
  const isBeside = (one: string, i: number) =>
    THANKS.test(one) || BACKGROUND.test(one) || (OF_US.test(one) && asks.some((isAsking, at) => isAsking && at > i));
  const first = asking.findIndex(
    (one, i) =>
      !/^for each\b/iu.test(one) &&
      (asks[i] || !(isBeside(one, i) || (WITHOUT.test(one) && asks.some((isAsking, at) => isAsking && at > i)))),
  );
  const main = Math.max(0, first);
  // “No agencies, please. Find recruiters …”
  const ahead = asking
    .slice(0, main)
    .filter((one) => WITHOUT.test(one))
    .map(conditionOf);
  const wanted: Column[] = [];
  const parts: string[] = [];
  for (const [i, sentence] of asking.entries()) {
    if (i < main || (i > main && THANKS.test(sentence))) continue;
    const columns = columnsOfSentence(sentence, i === main);
    if (columns) wanted.push(...columns);
    else if (i === main) parts.push(sentence.replace(BECAUSE, '').replace(/[.?!]+$/u, ''));
    else if (CONDITION.test(sentence) || !BACKGROUND.test(sentence)) parts.push(conditionOf(sentence));
  }
  const text = [...parts, ...ahead].join('; ') || whole;
  const turned = TURNED.reduce((now, [form, plain]) => now.replace(form, plain), text);
  const plain = takeWanted(turned);
  const ended = plain.wanted.length > 0 ? { text: plain.text, columns: plain.wanted } : withoutColumns(turned);
  return { text: ended.text, wanted: [...ended.columns, ...wanted], isEnglish: true };
}

/** The number of results in a request; null if none. */
export function targetIn(request: string): number | null {
  return withoutLead(readRequest(request).text).target;
}
