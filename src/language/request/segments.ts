import { type Word, wordsOf } from './words.ts';

/** A part of a request that a page answers by itself. */
export interface Segment {
  words: Word[];
  /** What is looked for, a quality named before it ("vegan restaurants"), or what else is asked of it. */
  kind: 'thing' | 'quality' | 'condition';
  /** A word that an earlier segment said for this one, too: "with a garden and a pool". */
  lead?: string;
}

const RELATIVE = /^(?:that|which|who|whose|where|when)$/iu;
const DENIAL =
  /^(?:without|excluding|except|outside|not|never|no|other|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|wasn['’]t|haven['’]t|hasn['’]t)$/iu;
const PLACING = /^(?:in|at|near|from|inside|across|within|around|throughout|outside|on)$/iu;
const TIMING = /^(?:since|after|before|between|during|until|by|from|in|within|over)$/iu;
const COMPARING = /^(?:more|less|fewer|over|under|above|below|at|up|minimum|maximum|between|>|<|>=|<=)$/iu;
const ATTACHED = /^(?:of|to|about|as|into|than|per|for|on|via|against|versus|vs|named|called)$/iu;
const NUMBER = /^(?:[\p{Sc}>≥<≤~]*\d[\d.,]*\S*|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred))$/iu;
const OF_FIELD =
  /(?:professor|lecturer|expert|degree|master['’]s|bachelor['’]s|phd|laureate|specialist|researcher|paper|journal|course|conference|career|winner|work|mission)s?$/iu;

const has = (word: Word | undefined, ...tags: string[]) => word !== undefined && tags.some((tag) => word.tags.has(tag));
const isPlural = (word: Word | undefined) =>
  word !== undefined &&
  (has(word, 'Plural') || /(?:[^su]s|people|men|women|children|alumni|staff|series|media|software)$/iu.test(word.text)) &&
  !has(word, 'Gerund', 'Preposition', 'Possessive');
const isName = (word: Word | undefined) =>
  word !== undefined && (has(word, 'ProperNoun', 'Place', 'Acronym') || /^(?:\p{Lu}|\d)/u.test(word.text));
const isGerund = (word: Word | undefined) =>
  word !== undefined && /^\p{Ll}[\p{L}-]*ing$/u.test(word.text) && (has(word, 'Gerund', 'Verb') || isPast(word));
const isPast = (word: Word | undefined) =>
  word !== undefined &&
  /^\p{Ll}[\p{L}-]+$/u.test(word.text) &&
  (has(word, 'PastTense', 'Participle') || /(?:ed|written|built|made|led|born|run|set|sold|held|taught|known|won)$/u.test(word.text)) &&
  !/(?:need|seed|speed|breed|feed)$/u.test(word.text);
const isFiniteVerb = (word: Word | undefined) =>
  word !== undefined && /^\p{Ll}/u.test(word.text) && has(word, 'Verb') && !has(word, 'Gerund') && !/[^s]s$/u.test(word.text);
const isAdjective = (word: Word | undefined) =>
  word !== undefined &&
  /^\p{Ll}/u.test(word.text) &&
  (has(word, 'Adjective', 'Comparative') ||
    /^(?:available|open|free|compliant|active|able|close|similar|worth|native|endemic|suitable|safe)$/u.test(word.text));
const isClosed = (word: Word | undefined) => word !== undefined && /[,;:.?!)]/u.test(word.after);
const isSpan = (word: Word | undefined) => /^(?:years?|months?|weeks?|days?|decades?|century)$/iu.test(word?.text ?? '');
const isDate = (word: Word | undefined) =>
  word !== undefined && (has(word, 'Date', 'Year', 'Month') || /^(?:1[5-9]|20)\d\d(?:s|['’]s)?$/u.test(word.text));

/** The words behind a comma that go on with a list of alternatives: "in Stockholm, Copenhagen or Oslo"; so do the parts of one place: "Portland, Oregon". */
function goesOn(words: Word[], i: number, lead: Word | undefined): boolean {
  if (!lead || words[i - 1]?.after !== ',') return false;
  const isPlaced = PLACING.test(lead.text) || isPast(lead);
  for (let j = i; j < Math.min(i + 6, words.length); j++) {
    if (/^(?:or|and)$/iu.test(words[j]?.text ?? ''))
      return isPlaced ? isName(words[j + 1]) || isDate(words[j + 1]) : words[j]?.text.toLowerCase() === 'or';
    if (isClosed(words[j]) && words[j]?.after !== ',') break;
    if (PLACING.test(words[j]?.text ?? '') || RELATIVE.test(words[j]?.text ?? '')) break;
  }
  return PLACING.test(lead.text) && isName(words[i]) && isName(words[i - 1]) && /^\p{Lu}/u.test(words[i]?.text ?? '');
}

/** What is said of a thing behind it: "museum open on Mondays", "dinner ready in 40 minutes", "class once a week", "developer fully remote". */
const SINGLED =
  /^(?:(?:open|closed) (?:on|at|in|all|every|each|during|until|till|late|from|after|before|daily|today|now|right|24|seven|7)|ready (?:in|within|for)|(?:once|twice) (?:a|per|every)|(?:fully|completely|entirely) \p{L}+)\b/iu;

const STOP_AND = /^(?:or|&|nor|and\/or)$/iu;

/** What follows "and" or "but" is a condition of its own, and not the second half of one thing. */
function partsAt(words: Word[], i: number, segment: Word[]): boolean {
  const next = words[i + 1];
  if (!next || segment.some(({ text }) => /^(?:both|between|either)$/iu.test(text))) return false;
  const lead = segment[0]?.text ?? '';
  if (RELATIVE.test(next.text) || DENIAL.test(next.text) || /^(?:with|has|have|is|are|was|were|can|still)$/iu.test(next.text)) return true;
  if (/^with$/iu.test(lead) || /^(?:has|have)$/iu.test(lead)) return true;
  if (words[i]?.text.toLowerCase() === 'but') return true;
  if (/^(?:in|at|near|from|under|over|by|since|after|before|based)$/iu.test(next.text))
    return lead.toLowerCase() !== next.text.toLowerCase();
  if (COMPARING.test(next.text) && NUMBER.test(words[i + 2]?.text ?? words[i + 1]?.text ?? '')) return true;
  return (isFiniteVerb(next) || isPast(next) || isGerund(next)) && words[i + 2] !== undefined && !isPlural(next);
}

/** Whether a word begins another condition, given the words of the segment that stands before it. */
function begins(words: Word[], i: number, { words: segment, kind, lead: owner }: Segment): boolean {
  const isThing = kind === 'thing';
  const [word, last, next] = [words[i] as Word, words[i - 1], words[i + 1]];
  if (!last || segment.length === 0) return false;
  const text = word.text.toLowerCase();
  const lead = segment[0]?.text ?? '';
  if (isClosed(last)) return !goesOn(words, i, isThing ? undefined : segment[0]);
  if (/[([]/u.test(word.before)) return true;
  const isOpen = STOP_AND.test(last.text) || /^(?:and|but)$/iu.test(last.text);
  if (isOpen) return false;
  const afterNoun =
    !has(last, 'Preposition', 'Conjunction', 'Determiner') &&
    !ATTACHED.test(last.text) &&
    !PLACING.test(last.text) &&
    !RELATIVE.test(last.text);
  const afterVerb =
    !isThing &&
    (isPast(last) ||
      (isFiniteVerb(last) && RELATIVE.test(lead)) ||
      (segment.length <= 2 &&
        (isGerund(last) ||
          (isFiniteVerb(last) && !isPlural(last)) ||
          isAdjective(last) ||
          /^(?:not|never|are|is|was|were|been|hires?|works?|ships?)$/iu.test(last.text))));
  if (RELATIVE.test(text)) return !ATTACHED.test(last.text);
  if (isThing && isBoundEvent(words, i)) return true;
  // "tools lighter than 3 kg"
  if (isThing && /^\p{Ll}+er$/u.test(text) && /^than$/iu.test(next?.text ?? '') && NUMBER.test(words[i + 2]?.text ?? '')) return true;
  if (
    isThing &&
    /^(?:available|open|valid)$/u.test(text) &&
    TIMING.test(next?.text ?? '') &&
    (isDate(words[i + 2]) || isDateAhead(words, i + 1))
  )
    return true;
  // "pets allowed", "lunch menu under 25 euros"
  if (kind === 'condition' && segment.length <= 2 && has(last, 'Noun') && /^(?:allowed|welcome|accepted|permitted|included)$/u.test(text))
    return false;
  // "with spare parts available", "no experience needed"
  if (
    kind === 'condition' &&
    (!next || isClosed(word)) &&
    /^(?:available|included|possible|provided|needed|required|necessary|allowed|welcome)$/u.test(text)
  )
    return false;
  // "speak English at work"
  if (!isThing && text === 'at' && /^(?:work|home|night|weekends?|lunch|lunchtime|sea)$/iu.test(next?.text ?? '')) return false;
  if (isThing && segment.length > 0 && SINGLED.test(`${text} ${next?.text ?? ''}`.trim()) && !has(last, 'Preposition', 'Determiner'))
    return true;
  // "something to cook with kids"
  if (isThing && text === 'with' && /^to$/iu.test(words[i - 2]?.text ?? '') && segment.length > 2) return false;
  // "no weekend work starting before October"
  if (
    /^(?:starting|beginning|ending|opening|closing)$/u.test(text) &&
    TIMING.test(next?.text ?? '') &&
    (isDate(words[i + 2]) || isDateAhead(words, i + 1))
  )
    return segment.length > 0;
  if (
    kind === 'condition' &&
    owner === undefined &&
    segment.length === 2 &&
    segment.every((one) => has(one, 'Noun')) &&
    COMPARING.test(text) &&
    isBound(words, i)
  )
    return false;
  if (isThing && TIMING.test(text) && isDate(next) && has(last, 'Preposition')) return true;
  if (!afterNoun) return false;
  if (text === 'without' || text === 'excluding' || text === 'except') return true;
  if (text === 'no' && isThing && isPlural(last) && next) return true;
  if (text === 'other') return next?.text.toLowerCase() === 'than';
  if (text === 'not' || text === 'never')
    return !afterVerb && segment.length > 0 && !/^(?:is|are|was|were|has|have|did|do|does)$/iu.test(last.text);
  if (afterVerb && !/^(?:with|and)$/iu.test(text)) return false;
  // "deadline after June 2026", "application in English": what has a bound of its own
  if (
    !isThing &&
    segment.length === 1 &&
    owner === undefined &&
    has(segment[0], 'Noun') &&
    !isPast(segment[0]) &&
    /^(?:in|by|before|after|until|since|from|within|on)$/u.test(text)
  )
    return false;
  if (!isThing && /^(?:open|closed)$/u.test(text) && has(last, 'Noun') && has(next, 'Preposition')) return true;
  if (text === 'with') return !afterVerb && (isThing || isPlural(last) || isName(last) || !has(segment[0], 'Verb'));
  if (text === 'like') return isThing;
  if (/^(?:you|one|we)$/u.test(text) && /^can|could$/u.test(next?.text ?? '')) return true;
  const isPlaced =
    !isThing &&
    (isDate(last) || (TIMING.test(lead) && isSpan(last)) || ((PLACING.test(lead) || isPast(segment[0])) && (isName(last) || isDate(last))));
  if (isPlaced && /^(?:about|for|on|by)$/u.test(text)) return true;
  if (isThing && isGerund(last) && segment.length > 1 && ATTACHED.test(words[i - 2]?.text ?? '')) return false;
  if (text === 'for') return isThing && (NUMBER.test(next?.text ?? '') || (COMPARING.test(next?.text ?? '') && isBound(words, i + 1)));
  if (text === 'by') return isThing && !/^(?:design|law|hand)$/iu.test(next?.text ?? '');
  if (text === 'of' || text === 'to' || text === 'about' || text === 'as') return false;
  if (text === 'on' && !isThing) return /^with$/iu.test(lead) && isPlural(last);
  if (text === 'on') return isName(next) && has(next, 'Place') ? isThing : isThing && has(next, 'Date');
  const measured =
    owner !== undefined ||
    /^(?:with|has|have|having|whose|that|which|who|cost(?:s|ing)?|raised|raising|priced|rated|earning)$/iu.test(lead) ||
    (!isThing && isFiniteVerb(segment[0]) && !isPast(segment[0]));
  if (/^(?:more|less|fewer|over|under|above|below|up|at|between)$/iu.test(text) && isBound(words, i))
    return (!measured || isPriceOfWhole(words, i, segment)) && !(NUMBER.test(last.text) && text === 'under');
  if (/^[><≥≤]/u.test(text)) return !measured;
  if (/^(?:since|after|before|during|between|until)$/iu.test(text))
    return !/^(?:than|age)$/iu.test(last.text) && (isThing || isDate(next) || isDate(words[i + 2]));
  if (
    /^(?:in|from|within|over)$/iu.test(text) &&
    (isDate(next) || (/^(?:the|last|past)$/iu.test(next?.text ?? '') && isDateAhead(words, i)))
  )
    return isThing || !isPast(last);
  if (/^(?:in|at|near|from|inside|across|within|outside|around|throughout)$/iu.test(text)) {
    if (!isThing)
      return (
        (text === 'at' && has(last, 'Noun') && !/^(?:once|all|home|night|least|most)$/iu.test(next?.text ?? '')) ||
        isName(next) ||
        (/^(?:the|greater|northern|southern|eastern|western|sub-saharan|latin)$/iu.test(next?.text ?? '') && isName(words[i + 2] ?? next))
      );
    const field = OF_FIELD.test(last.text) && !isName(next) && text === 'in';
    return !field || isName(next);
  }
  if (text === 'under') return isThing;
  if (
    isPast(word) &&
    segment.length > 1 &&
    /^(?:in|by|at|with|from|on|for|before|after|since)$/iu.test(next?.text ?? '') &&
    has(last, 'Noun') &&
    !isHyphened(words, i)
  )
    return true;
  if (isThing || isPlural(last) || isName(last)) {
    const headed =
      (isPlural(last) && !(isName(last) && segment.length === 1 && !isThing)) ||
      has(last, 'Unit') ||
      (isName(last) && !isThing && segment.length > 1);
    if (headed && /^\p{Ll}{2,}ing$/u.test(word.text) && next && !isClosed(word) && !isPlural(word)) return true;
    if (headed && isPast(word) && (next !== undefined || !isThing) && !isHyphened(words, i)) return true;
    if (headed && /^(?:is|are|has|have|can)$/iu.test(text)) return !/^where$/iu.test(lead);
    if (headed && isThing && isFiniteVerb(word) && next) return true;
    if (headed && isFiniteVerb(word) && next && (has(next, 'Preposition') || NUMBER.test(next.text))) return true;
    if (
      headed &&
      isAdjective(word) &&
      !/\d$/u.test(last.text) &&
      (!next || has(next, 'Preposition', 'Conjunction') || NUMBER.test(next.text) || /^(?:than|to|at|on|in|now|late)$/iu.test(next.text))
    )
      return true;
    if (headed && /^(?:open|closed)$/iu.test(text)) return true;
    if (headed && has(word, 'Adverb', 'Ordinal') && (isPast(next) || isAdjective(next))) return true;
  }
  return false;
}

/** "cheese aged over six months", "club founded before 1975": an event with its bound. */
const isBoundEvent = (words: Word[], i: number) => {
  const [word, next] = [words[i], words[i + 1]];
  if (!isPast(word) || isHyphened(words, i) || !next) return false;
  if (/^(?:in|before|after|since|by|until|between|during|on)$/iu.test(next.text)) return isDate(words[i + 2]) || isDateAhead(words, i + 1);
  return COMPARING.test(next.text) && isBound(words, i + 1);
};

const MONEY = /^(?:[$€£]\S+|\S*[$€£]|(?:us-)?dollars?|euros?|pounds?|usd|eur|gbp|chf|francs?|kronor|kroner|yen|rupees?)$/iu;
const MONEY_OF =
  /^(?:revenues?|turnover|sales|prices?|fees?|costs?|budgets?|salar(?:y|ies)|pay|wages?|incomes?|funding|capital|assets|profits?|valuations?|caps?|endowments?|rents?|tuition|plans?|tickets?|rates?|debts?|deposits?)$/iu;
/** "with a swimming pool under 150 euros a night": what costs so much is the thing, not what it has. */
const isPriceOfWhole = (words: Word[], i: number, segment: Word[]) =>
  /^(?:with|has|have|having)$/iu.test(segment[0]?.text ?? '') &&
  words.slice(i + 1, i + 5).some(({ text }) => MONEY.test(text)) &&
  !segment.some(({ text }) => MONEY_OF.test(text)) &&
  // "samples under 10 euros": these cost so much
  !(isPlural(words[i - 1]) && segment.length <= 2 && !words.slice(i, i + 7).some(({ text }) => /^(?:a|an|per|each)$/iu.test(text)));

/** "injection moulded parts": a participle before its noun. */
const isHyphened = (words: Word[], i: number) => words[i]?.text.includes('-') === true && isPlural(words[i + 1]);
const isDateAhead = (words: Word[], i: number) => words.slice(i + 1, i + 5).some((word) => isDate(word) || isSpan(word));
const isBound = (words: Word[], i: number) => {
  const ahead = words.slice(i + 1, i + 3).map(({ text }) => text);
  return NUMBER.test(ahead[0] ?? '') || (/^(?:than|to|least|most|a|the|of)$/iu.test(ahead[0] ?? '') && NUMBER.test(ahead[1] ?? ''));
};

/** Parts a bare request into what is looked for and its conditions, in order. */
export function segmentsOf(text: string): Segment[] {
  const words = wordsOf(text);
  const segments: Segment[] = [];
  let current: Segment = { words: [], kind: /^(?:who|that|which)$/iu.test(words[0]?.text ?? '') ? 'condition' : 'thing' };
  const close = (lead?: string) => {
    if (current.words.length > 0) segments.push(current);
    current = { words: [], kind: 'condition', ...(lead ? { lead } : {}) };
  };
  let quoted = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const wasQuoted = quoted;
    if (/["“]/u.test(word.before)) quoted = true;
    if (/["”]/u.test(word.after)) quoted = false;
    if (!wasQuoted && /^(?:and|but|&|,|-|–|—)$/iu.test(word.text) && (current.words.length === 0 || partsAt(words, i, current.words))) {
      const lead =
        /^(?:with|has|have)$/iu.test(current.words[0]?.text ?? '') && !DENIAL.test(words[i + 1]?.text ?? '') ? 'with' : undefined;
      close(lead);
      continue;
    }
    if (!wasQuoted && begins(words, i, current)) close();
    current.words.push(word);
  }
  close();
  return segments;
}
