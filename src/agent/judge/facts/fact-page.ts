import type { Page } from '../../../domain/page/page.ts';
import { type Token, tokenize } from '../../../language/english/lexicon.ts';
import { type Unit, unitsOf } from '../score/units.ts';
import type { Reading } from '../text/reading.ts';
import { namedBlocks } from './named-blocks.ts';
import { formOf, type PageForm, withoutEntries } from './page-form.ts';

/** A sentence, cell or item of a page with what facts are told by. */
export interface FactUnit extends Unit {
  index: number;
  /** Its words; offsets are in `text`. */
  readonly tokens: Token[];
  /** Its label, with its words. */
  readonly over: { text: string; readonly tokens: Token[] };
  /** A short heading, or the head of a column: it names what follows and says nothing. */
  isHeading: boolean;
  /** Whether its label is the heading over it. */
  isUnderName: boolean;
  /** Of the first sentences of the page. */
  isLead: boolean;
  /** How plainly what it says is said of the page's subject: under a label (0), in the title or the first sentences (1), elsewhere (2). */
  rank: 0 | 1 | 2;
}

/** A page as facts are read from it. */
export interface FactPage {
  page: Page;
  reading: Reading;
  units: FactUnit[];
  /** Its first heading, or its first line. */
  heading: FactUnit;
  /** Its title element, or what stands for it, without the name of the site. */
  title: string;
  form: PageForm;
  /** Lines of its furniture, as at its foot: of them addresses, foundings and licences alone are facts. */
  foot: FactUnit[];
  /** So short that what stands anywhere on it is said of its subject. */
  isShort: boolean;
}

const LEAD = 3;
/** What stands over the first heading, where one comes soon, is furniture. */
const HEADING_WITHIN = 12;
const MENU = /^[^|·•]{1,40}(?:\s[|·•-]\s[^|·•]{1,40}){2,}$|^[^/›»>]{1,40}(?:\s?[/›»>]\s?[^/›»>.]{1,40})+$|\bcookies?\b/iu;
const HEADING_WORDS = 6;
const UNITS_MAX = 1500;
const SHORT = 25;

const known = new WeakMap<Reading, FactPage | null>();
/** Reads a page for facts, once; null where it has no words. */
export function factPageOf(reading: Reading): FactPage | null {
  let read = known.get(reading);
  if (read === undefined) {
    read = factPage(reading);
    known.set(reading, read);
  }
  return read;
}

function factPage(reading: Reading): FactPage | null {
  const { page } = reading;
  let prose = 0;
  const all = withoutRemarks(
    page,
    unitsOf(page).units.filter(({ tag }) => tag !== 'pre'),
  );
  const first = all.slice(0, HEADING_WITHIN).findIndex(({ tag }) => /^h[1-6]$/u.test(tag));
  const under = namedBlocks(all.slice(0, UNITS_MAX));
  const units = all.slice(0, UNITS_MAX).map((unit, index): FactUnit => {
    const label = unit.label || (under.get(unit) ?? '');
    const isTitle = unit.tag === 'h1' || (index === 0 && /^h\d$/u.test(unit.tag));
    const isHeading = (/^h[1-6]$/u.test(unit.tag) && unit.text.split(/\s+/u).length <= HEADING_WORDS) || /^(?:th|dt)$/u.test(unit.tag);
    const isProse = index > first && !isHeading && !isTitle && label === '' && !MENU.test(unit.text);
    const isLead = isProse && prose < LEAD;
    if (isProse) prose++;
    return withTokens({
      ...unit,
      label,
      isUnderName: under.has(unit),
      index,
      isHeading: isHeading && !isTitle,
      isLead,
      rank: label ? 0 : isLead || isTitle ? 1 : 2,
    });
  });
  const heading = units.find(({ tag }) => tag === 'h1') ?? units.find(({ tag }) => /^h\d$/u.test(tag)) ?? units[0];
  if (!heading) return null;
  const title = withoutSite(page.hints.find(({ source }) => source === 'title')?.value ?? page.title, page.title);
  const read: FactPage = {
    page,
    reading,
    units: withoutEntries(page, units, heading.text),
    heading,
    title,
    form: { form: 'thing' },
    foot: footOf(reading, units.length),
    isShort: units.length < SHORT,
  };
  read.form = formOf(read, units);
  return read;
}

const FOOT_MAX = 40;
const footOf = ({ views }: Reading, index: number): FactUnit[] =>
  views
    .filter(({ boilerplate, text }) => boilerplate && /\d|licen[cs]/iu.test(text))
    .slice(-FOOT_MAX)
    .map(({ start, end, text, tag }) =>
      withTokens({
        ...{ start, end, text, tag, label: '', heading: '', links: 0, index },
        ...{ isHeading: false, isUnderName: false, isLead: false, rank: 2 as const },
      }),
    );

/** A title without the name of its site: of its parts those that hold the thing's name or go on in small letters, “Casa da Lagoa – a small hotel in the Alentejo”. */
function withoutSite(whole: string, name: string): string {
  const [first = whole, ...parts] = whole.split(/\s[|–—·-]\s/u);
  const own = parts.filter((part) => /^(?:\p{Ll}|(?:An?|The)\s\p{Ll})/u.test(part) || (name !== '' && part.includes(name)));
  return [first, ...own].join(' – ');
}

/** Of a cell or definition the first sentence is its value; those after it are remarks, which its label does not name. */
function withoutRemarks(page: Page, units: readonly Unit[]): Unit[] {
  return units.map((unit, i) => {
    const before = units[i - 1];
    const isRemark =
      before !== undefined && unit.label !== '' && before.label === unit.label && !page.text.slice(before.end, unit.start).includes('\n');
    return isRemark ? { ...unit, label: '' } : unit;
  });
}

function withTokens(unit: Omit<FactUnit, 'tokens' | 'over'>): FactUnit {
  let own: Token[] | undefined;
  let ofLabel: Token[] | undefined;
  return {
    ...unit,
    get tokens() {
      own ??= tokenize(unit.text);
      return own;
    },
    over: {
      text: unit.label,
      get tokens() {
        ofLabel ??= tokenize(unit.label);
        return ofLabel;
      },
    },
  };
}

/** “Welcome!”, “By Ann Lee, 3 May”: not what a page says of its subject. */
const GREETS = /^(?:by|posted by|written by|published|updated)\s/iu;
const GREETING = 3;
/** The first sentence that speaks of the page's subject, or its heading. */
export const introOf = ({ units, heading }: FactPage): FactUnit =>
  units.find(({ isLead, text, tokens }) => isLead && tokens.length > GREETING && !GREETS.test(text)) ?? heading;
