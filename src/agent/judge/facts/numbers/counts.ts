import type { NumberAsk } from '../../../../language/asks/ask.ts';
import { perIn } from '../../../../language/asks/spans.ts';
import { stemOf, type Token, tokenize } from '../../../../language/english/lexicon.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { isPlainlySaid, isStatedAt } from '../said.ts';
import { termOf } from '../terms.ts';
import { type Amount, amountsOf, inUnits, type NumberFact } from './amounts.ts';

const isStaff = (noun: string) => /^(?:employee|staff|worker|team member|staff member|colleague|workforce)s?$/iu.test(noun);
const isPeople = (noun: string) => /^(?:people|persons?|guests?|visitors?|servings?|diners|sleepers)$/iu.test(noun);
const STAFF = new Set(['employe', 'employee', 'staff', 'colleagu', 'worker', 'headcount', 'workforc']);
const WORKING =
  /^(?:people|persons?|engineers|heads|of us)\b(?=[^.;]{0,12}\b(?:work|strong|team|staff|employed|on board|here)|$|[.,;:]| in (?:the|our|all)\b| in \p{L}+ (?:countries|cities|offices|towns)(?=[.,;]|$| and\b)| in (?:\p{L}+ )?(?:workshops?|offices?|departments)\b| (?:cut|sew|carve|bake|brew)\b)/iu;
const STAFF_LABEL =
  /^(?:(?:our |the )?team(?: size)?|(?:company|organi[sz]ation|team|staff|business) size|size(?: of (?:the )?(?:company|team))?|(?:how many|number of) (?:people|employees|staff).*|how (?:big|large|many)\b.*|head ?count|workforce|staff(?: size)?|people)$/iu;
const OF_STAFF =
  /^(?:full[- ]time |part[- ]time |current |remote )*(?:employees?|people|persons?|staff|members?|workers?|colleagues?|team members?|and (?:counting|growing)|plus|or so|out of|across|worldwide|in total)\b/iu;
/** After these words a number counts former people, or people who were acted upon. */
const GONE = /\b(?:had|laid off|lost|fired|cut|hired|hires|was|were|met|trained|sent)\s(?:about |some |over )?$/iu;
/** Words of a label that do not say what is counted. */
const COUNTING = /^(?:number|total|count|no|size|current|how|many|annual|yearly|per|year|attendance|full|time|capacity|\d+)$/u;
/** “Our sister company has 80 employees”: those of another company. */
const OF_OTHERS =
  /\b(?:sister|parent|partner|owner|member|association|companies|customers|clients|firms|(?:which|that|who) (?:has|have|employs?)|(?<=\S\s)with)\b[^.;]{0,25}$/iu;
/** “It is a museum with 14 employees”. */
const IS_WITH = /\b(?:is|are)\s(?:now\s|still\s|today\s)?an?\s[\p{L}\s-]{1,30}\swith\s(?:about |some |over )?$/iu;
const TEAM_OF = /\b(?:team|staff|crew|hands|workforce|headcount) of\s(?:about |some |around |over |more than )?$/iu;
/** “A company of 58 people”, “made by six people”. */
const FIRM_OF =
  /\b(?:(?:made|sewn|built|run|written|cut|done|brewed|baked|produced) by|(?:company|firm|business|workshop|studio|practice) of)\s(?:about |some |around |over |more than )?$/iu;
const PEOPLE = /^(?:people|persons|employees|staff|colleagues|workers|(?:of )?us)\b/iu;
const EMPLOYS = /\b(?:employs?|employing)\s(?:about |some |over |around |more than )?$/iu;
const NUMBERS = /\b(?:now |currently )?(?:number|count|counts|numbers)\s(?:about |some |around |over )?$/iu;
const WE_ARE = /\b(?:we are|we['’]re)\s(?:now |only |just |still )?(?:a team of\s|about |some |over )?$/iu;
/** “There are twelve of us”, and not “two of us speak both”. */
const ALL_OF_US = /^of us(?=$|[.,:;)]|\s(?:in|here|now|today|altogether|work|make|build|run)\b)/u;
/** “We are six altogether”, “we’re fourteen today”. */
const ALTOGETHER =
  /^(?:$|[.,;]|altogether\b|today(?![!:]| ?$)|now\b|in all\b|in total\b|strong\b|by now\b|these days\b|in (?:the|our|this) (?:\p{L}+ )?(?:team|office|studio|shop|workshop|company|firm|kitchen|practice|house|yard)(?=$|[.,;]))/iu;
/** “A maximum of six students”, “never more than eight around the table”, “the group is kept at six”. */
const AT_MOST =
  /\b(?:max(?:imum)?(?: of)?|at most|up to|max\.?|no more than|never more than|more than|limited to|kept at|groups? of|places for|room for)\s(?:about\s)?$/iu;
/** “3 rooms left”, “our sister house has 90 rooms”: not all the rooms of the thing itself. */
const ELSEWHERE = /\b(?:left|remaining|sister|other|another)\b/iu;
const IN_CLASS =
  /^(?:people|persons?|students?|participants?|learners?|guests?|pupils?|places|of you|around (?:the|a|one|our) (?:\p{L}+ )?table|in (?:a|one|each|the) (?:group|room|class)|$|[.,;])/iu;
const HOLDS =
  /\b(?:serves|feeds|enough for|sleeps|seats|accommodates|room for|space for|beds? for|takes up to|up to)\s(?:up to\s|about\s)?$/iu;
const OF_MANY = /^(?:numbers?|how many|maximum)$/iu;
const HOLDS_LABEL =
  /^(?:serves|servings?|feeds|yields?|makes|for|sleeps|beds?|capacity|seats|places|guests|max(?:imum)? guests|(?:class|group) size|groups?|participants)$/iu;
/** “Six people per group”, “between four and eight students in a class”. */
const IN_GROUP =
  /^(?:people|persons?|students?|participants?|learners?|children|pupils?|guests?|places)\s(?:per|in (?:a|each|every)|a)\s(?:class|group|course|lesson|session|table)\b|^per (?:class|group|course)\b/iu;

/** The numbers of things: before the noun that is asked, or under it as a label. */
export function countsIn(read: FactPage, ask: NumberAsk): NumberFact[] {
  const counter = counterOf(ask);
  const stem = stemOf(ask.noun.toLowerCase());
  const isOfPeople = isStaff(ask.noun) || isPeople(ask.noun);
  const isNamed = ({ after }: Amount) => phraseAfter(after).some((token) => token.stem === stem);
  const called = CALLED.find(([asked]) => asked.test(ask.noun))?.[1];
  const isCalled = ({ after }: Amount) => phraseAfter(after).some((token) => called?.test(token.word) === true);
  // “27 employees, 19 of them technicians.” has no verb
  const isAlone = (amount: Amount, unit: FactUnit) =>
    amount.start <= 1 && isNamed(amount) && !VERB.test(unit.text) && isPlainlySaid(read, unit, amount.start, amount.end);
  const counted = read.units.flatMap((unit): (NumberFact & { isExact: boolean; isPart: boolean; isSingle: boolean })[] => {
    return amountsOf(unit).flatMap((amount) => {
      // a heading counts only if it names the noun: “Twelve rooms under a bell tower”
      if (unit.isHeading && (!(isNamed(amount) || isCalled(amount)) || ELSEWHERE.test(unit.text))) return [];
      const rank = amount.currency ? null : counter(unit, amount);
      // “Screens: 3 (88, 54 and 31 seats)”: numbers in parentheses are details
      if (rank === 0 && NOTED.test(unit.text.slice(0, amount.start))) return [];
      if (rank === null || (ask.per && perIn(unit.text) && perIn(unit.text) !== ask.per)) return [];
      // “Pages: 716 to 723” is a position, not a count
      const isFromTo = rank === 0 && !isOfPeople && amount.plain === null && Number.isFinite(amount.high) && !isNamed(amount);
      if (isFromTo || !(isStatedAt(read, unit, amount.start, amount.end) || isAlone(amount, unit))) return [];
      return [
        { ...inUnits(amount, 1), unit, rank, isExact: isNamed(amount), isPart: isPartOf(amount), isSingle: amount.isSingle === true },
      ];
    });
  });
  const figures = counted.filter(({ isSingle }) => !isSingle);
  const all = figures.length > 0 ? figures : counted;
  // “84 rooms and 11 suites”: the noun itself takes precedence over its hyponyms
  const hasExact = all.some((one) => one.isExact);
  const named = all.filter(({ isExact, rank }) => isExact || rank === 0 || !hasExact);
  // “33 rooms” takes precedence over “two rooms on the ground floor”
  const whole = named.filter(({ isPart }) => !isPart);
  const found: NumberFact[] = whole.length > 0 ? whole : named;
  for (const { path, value } of read.page.hints) {
    const said = HINTED.find(({ form, asked }) => form.test(path) && asked(ask.noun))?.said;
    const unit = said && read.units.find((one) => one.text.includes(value) && said.test(`${one.label} ${one.heading} ${one.text}`));
    const number = Number(value.replaceAll(',', ''));
    if (unit && Number.isFinite(number))
      found.push({ low: number, high: number, plain: String(number), isUnclear: false, size: 1, unit, rank: 0 });
  }
  return found;
}

/** After a number, inside parentheses. */
const NOTED = /^[^(\d]*\d[^(]*\([^)]*$/u;

const VERB = /\b(?:is|are|was|were|has|have|had|will|can|\p{L}{3,}ed)\b/u;

/** Numbers in structured data, and words of sentences about what they count. */
const HINTED: readonly { form: RegExp; asked: (noun: string) => boolean; said: RegExp }[] = [
  {
    form: /^numberOfEmployees(?:\.value)?$/u,
    asked: isStaff,
    said: /\b(?:employ\w*|staff|people|colleagues?|team|work(?:s|ers?)?|of us)\b/iu,
  },
  { form: /^numberOfRooms$/u, asked: (noun) => /room/iu.test(noun), said: /\brooms?\b/iu },
];

/** A number of some of the things: “Two rooms on the ground floor are …”, “in six rooms”, “three of the rooms”. */
const isPartOf = ({ start, before, after }: Amount): boolean =>
  /\b(?:in|other|another|these|those)\s$/iu.test(before) ||
  (start <= 1 && /^\p{L}+\s(?:on|with|facing|face|are|have|can|at|under|of (?:them|these|the)|to the)\b/u.test(after));

/** Other words for what is counted. */
const CALLED: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [/^visitors?$/iu, /^(?:visits?|visitors?|attendance|admissions|guests?)$/u],
  [/^members?$/iu, /^(?:members?|membership)$/u],
  [/^(?:papers?|publications?|articles?)$/iu, /^(?:papers?|publications?|articles?)$/u],
  [/^servings?$/iu, /^(?:portions?|servings?|slices|plates|bowls|squares|persons?|people|pieces)$/u],
  [/^(?:rooms?)$/iu, /^(?:bed)?rooms?$/u],
  [/^(?:students?|pupils?)$/iu, /^(?:students?|pupils?|enrol(?:l)?ment)$/u],
];

/** Returns a function for the rank of a number that counts what is asked; null if it counts something else. */
function counterOf({ noun }: NumberAsk): (unit: FactUnit, amount: Amount) => 0 | 1 | 2 | null {
  const term = termOf(noun, ['noun']);
  const [ofStaff, ofPeople] = [isStaff(noun), isPeople(noun)];
  const isAnybody = /^(?:people|persons?)$/iu.test(noun);
  const called = CALLED.find(([asked]) => asked.test(noun))?.[1];
  const counts = ({ stem, word }: Token) => {
    if (ofStaff) return STAFF.has(stem) || /^(?:employees?|staff|colleagues?|workers?)$/u.test(word);
    return (
      (term.stems.get(stem) ?? 0) >= 0.85 ||
      called?.test(word) === true ||
      (word === 'people' && ofPeople) ||
      (isAnybody && STAFF.has(stem))
    );
  };
  return (unit, { before, after }) => {
    const ahead = phraseAfter(after);
    const others = /\b(?:customers?|users?|homes?|visitors?|inhabitants|readers|students|patients)\b/iu.test(after.slice(0, 30));
    if (GONE.test(before) || (ofStaff && OF_OTHERS.test(before) && !IS_WITH.test(before))) return null;
    if ((ofStaff || ofPeople) && STAFF_LABEL.test(unit.label) && (after === '' || !/^\p{L}/u.test(after) || OF_STAFF.test(after))) return 0;
    if ((ahead.some(counts) || (ofStaff && WORKING.test(after))) && !(ofStaff && others)) return unit.isLead ? 1 : 2;
    const label = unit.over.tokens;
    // “Rooms: 14”, and not “Room: family room, four beds”
    const isPlural = label.some(({ word }) => /s$|people|staff|kcal/u.test(word)) || label.some(({ word }) => COUNTING.test(word));
    if (isPlural && label.some(counts) && label.every((token) => counts(token) || token.stem === '' || COUNTING.test(token.word))) return 0;
    if (
      (ofStaff || (isAnybody && !/\b(?:guests|passengers)\b/iu.test(after))) &&
      !others &&
      (TEAM_OF.test(before) ||
        (FIRM_OF.test(before) && PEOPLE.test(after)) ||
        EMPLOYS.test(before) ||
        (WE_ARE.test(before) && ALTOGETHER.test(after)))
    )
      return 1;
    if (
      /^(?:members?|people|employees?|staff|singers?|pupils?|students?)$/iu.test(noun) &&
      (NUMBERS.test(before) ||
        (/^of us\b/u.test(after) &&
          (ALL_OF_US.test(after) || (/\bare\s(?:\p{L}+\s)?$/iu.test(before) && !/^of us (?:who|that)\b/u.test(after)))) ||
        (WE_ARE.test(before) && /^(?:$|[.,:;])/u.test(after)))
    )
      return 1;
    if (!ofPeople || /^visitors?$/iu.test(noun)) return null;
    if (isAnybody && (IN_GROUP.test(after) || (AT_MOST.test(before) && IN_CLASS.test(after) && !/\b(?:a|per) year\b/iu.test(after))))
      return 1;
    if (
      HOLDS_LABEL.test(unit.label) ||
      (OF_MANY.test(unit.label) && IN_CLASS.test(after)) ||
      (HOLDS.test(before) && /^(?:$|[.,;]|people|guests|persons|in\b|beds?|places)/iu.test(after))
    )
      return 1;
    return /^(?:guests|people|persons|diners|adults|beds|bunks|places|sleeping places)\b/iu.test(after) ? 2 : null;
  };
}

const ENDS = /^(?:a|of|in|on|at|the|and|with|over|per|for|by|from|to|are|is|were|was|have|has)$/u;

/** The words after a number that may name what it counts: "full-time members", "of us". */
function phraseAfter(after: string): Token[] {
  if (/^[.,;:)]/u.test(after)) return [];
  const tokens = tokenize(after).slice(0, 4);
  const end = tokens.findIndex((token, i) => {
    const isCut = i > 0 && /[,.;:()]/u.test(after.slice(tokens[i - 1]?.end ?? 0, token.start));
    return isCut || /^\d/u.test(token.word) || (ENDS.test(token.word) && !(token.word === 'of' && tokens[i + 1]?.word === 'us'));
  });
  return end < 0 ? tokens : tokens.slice(0, end);
}
