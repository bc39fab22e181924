import { languagesIn } from '../../../../knowledge/software.ts';
import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { answeredBy, assertedAt } from '../said.ts';

/** A programming language that a page names, and the assertion status of being written in it. Offsets are in the unit's text. */
export interface LanguageFact {
  unit: FactUnit;
  name: string;
  at: number;
  end: number;
  said: Assertion | null;
  /** Whether only a part is written in it. */
  isPart: boolean;
  /** Whether it is only named beside others: among tags, as a runtime. */
  isLoose: boolean;
}

const LABEL =
  /^(?:(?:programming |implementation )?languages?|implementation|(?:written|implemented|built|made|coded) (?:in|of|with)|source(?: language)?|code|(?:tech )?stack|technolog(?:y|ies)|tags|keywords|runtime|platform)$/iu;
const LOOSE = /^(?:tags|keywords|runtime|platform|code)$/iu;
const SPOKEN = /\b(?:English|German|French|Spanish|Italian|Dutch|Portuguese|Polish|Chinese|Japanese)\b/u;
const BARE = 8;

const WRITTEN =
  /\b(?:written|implemented|coded|programmed|built|developed|rewritten|ported)\s(?:entirely |mostly |partly |almost entirely |purely |completely |again |from scratch )?in\s(?:pure |portable |plain |modern |standard |ANSI |100 ?% )?(?<names>[^.;:]{1,40})|(?:100 ?%|\bpure|\bplain|\b(?:\d{3,}|\d00|thousands?|million)\slines of)\s(?<pure>[A-Z][\w+#]*)/diu;
/** “It is a Go program”, “the source is pure Go”, “the implementation is in C”, “Rust from top to bottom”, “the main language is C”. */
const IS = [
  String.raw`\b(?:is|are)\s(?:an?|the|all|pure|entirely|mostly)\s(?:[\p{Ll}-]+,?\s){0,3}?(?<name>[A-Z][\w+#]*)\s(?:program|library|project|application|app|server|engine|implementation|crate|package|codebase|tool|code)\b`,
  String.raw`(?<name>[A-Z][\w+#]*)\s(?:throughout|all the way down|from top to bottom)\b`,
  String.raw`\b(?:is|are)\s(?:mostly|all|pure|entirely)\s(?<name>[A-Z][\w+#]*)`,
  String.raw`\b(?:language|code ?base|implementation|source(?: code)?|code)\sis\s(?:in\s)?(?<name>[A-Z][\w+#]*)`,
  String.raw`(?<name>[A-Z][\w+#]*)\sis\s(?:the|its|our)\s(?:\p{Ll}+\s){1,2}language\b`,
].map((form) => new RegExp(form, 'du'));
/** In introductions: “A JavaScript library that …”, “Rust 1.74 or newer to build it”, “Rust, one binary”. */
const NAMED =
  /^(?:An?|The|This|Our)\s(?:[\p{L}-]+\s){0,2}?(?<name>[A-Z][\w+#.]*)\s(?:[\p{L}-]+\s){0,2}?(?:library|package|tool|crate|module|program|framework|utility|client|server|app|application|binding|implementation)\b|\b(?<needed>[A-Z][\w+#]*)\s(?:v?\d[\d.]*)\s(?:or (?:newer|later)|and (?:up|newer)|\+)?\s?to (?:build|compile)|^(?<line>[A-Z][\w+#]*)(?=,|\.$| only| ever since| since)/du;
/** “Compiles programs written in Rust”, but not “a program written in Rust”. */
const OTHERS_WRITTEN =
  /\p{L}+\s(?:programs?|code|software|tools?|apps?|applications?|scripts?|libraries|anything|files|projects|modules|plugins)\s$/iu;
const IS_ONE = /(?:^|\b(?:is|are)\s)(?:an?|the|this|our)\s(?:(?!for\b|that\b|which\b|to\b|with\b)[\p{L}-]+,?\s){1,7}$/iu;

const PART_BEFORE =
  /\b(?:part(?:ly|ially|s)?|portions?|(?<!\ball (?:the )?)components?|modules?|core|kernel|pieces|some (?:of|code)|in places)\b[^;.]*$/iu;
const PART_AFTER = /^[^;.,]{0,10}\bin part\b/iu;

/** “You will need Rust 1.74 to build it” implies that it is written in Rust. */
const NEEDED = /\bto (?:build|compile)\b/iu;

/** The span of a unit that names what it is written in; null if it does not. */
function spanIn({ text, label, isLead, rank, tag, tokens }: FactUnit): [number, number] | null {
  if (LABEL.test(label)) return SPOKEN.test(text) ? null : [0, text.length];
  const written = WRITTEN.exec(text);
  if (written) {
    const before = text.slice(0, written.index);
    if (OTHERS_WRITTEN.test(before) && !IS_ONE.test(before)) return null;
    const [from, to] = written.indices?.groups?.names ?? written.indices?.groups?.pure ?? [0, 0];
    return [from, from + (text.slice(from, to).split(/\s(?:with|for|by|on|that|and is)\s/u)[0]?.length ?? 0)];
  }
  const introduces = isLead || rank === 0 || tag === 'li' || tokens.length < BARE;
  for (const form of introduces ? [NAMED, ...IS] : IS) {
    const span = Object.values(form.exec(text)?.indices?.groups ?? {}).find((one) => one !== undefined);
    if (span && languagesIn(text.slice(...span)).length > 0) return span;
  }
  return null;
}

/** “It was a knowledge graph, written in Java”: what it was once. */
const WAS_ONE = /\bwas\san?\s[^;.]*\s(?:written|implemented|coded|built|developed)\sin\s$/u;

/** The programming languages that a page says it is written in, in page order. */
export function languagesOf(read: FactPage): LanguageFact[] {
  return read.units.flatMap((unit) => {
    const { text, label } = unit;
    if (/\b(?:written|implemented|built) in\s\S+$/iu.test(label))
      return languagesIn(label).map((one) => ({ unit, ...one, said: answeredBy(unit), isPart: false, isLoose: false }));
    const [from, to] = spanIn(unit) ?? [0, 0];
    return languagesIn(text.slice(from, to)).map(({ name, at, end }) => {
      const said = WAS_ONE.test(text.slice(0, from + at)) ? 'past' : assertedAt(read, unit, from + at, from + end);
      return {
        unit,
        name,
        at: from + at,
        end: from + end,
        said: said === 'maybe' && NEEDED.test(text) ? 'yes' : said,
        isPart: PART_BEFORE.test(text.slice(0, from + at)) || PART_AFTER.test(text.slice(from + end)),
        isLoose: LOOSE.test(label),
      };
    });
  });
}

/** Judges whether the subject is written in one of the programming languages. */
export function answerLanguage(read: FactPage, { name, or }: Extract<Ask, { type: 'language' }>): Answer {
  const asked = new Set([name, ...or]);
  if (asked.has('JavaScript')) asked.add('TypeScript');
  const all = languagesOf(read);
  const own = all.filter((one) => asked.has(one.name));
  const yes = own.find(({ said, isPart }) => said === 'yes' && !isPart)?.unit;
  const denied = own.find(({ said }) => said === 'no')?.unit;
  if (yes && denied) return { says: 'both', unit: yes, why: `the page also says: “${denied.text.slice(0, 120)}”` };
  if (yes) return { says: 'yes', unit: yes, why: 'it is written in it' };
  const part = own.find(({ said }) => said === 'yes')?.unit;
  if (part) return { says: 'part', unit: part, why: 'a part of it is written in it' };
  // “in Clojure, with Java where speed counts” does not exclude Java
  const isElse = ({ unit, name, said, isPart, isLoose }: LanguageFact) =>
    said === 'yes' && !isPart && !isLoose && !asked.has(name) && !languagesIn(unit.text).some((other) => asked.has(other.name));
  const no = denied ?? all.find(isElse)?.unit;
  return no ? { says: 'no', unit: no, why: 'it is written in another' } : { ...OPEN, unit: own[0]?.unit ?? null };
}
