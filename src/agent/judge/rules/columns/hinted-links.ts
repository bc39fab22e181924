import type { Page } from '../../../../domain/page/page.ts';
import { wordTable } from '../../../../domain/text.ts';
import { contentStems, stemOf } from '../../../../language/english/lexicon.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Passage, Reading } from '../../text/reading.ts';
import { sectionOf } from '../../text/subject.ts';
import { labelFits } from '../facts/cells.ts';
import { hintedValues, isHinted, nameOf, ownHints } from './hinted.ts';
import { intentOf } from './intent.ts';

type Asked = Omit<ColumnQuestion, 'id'>;

/** Properties of structured data with the addresses that columns ask for. */
const PROPERTIES = wordTable<RegExp>({
  website: /^(?:url|website)$/u,
  repository: /^code repository$/u,
  discussion: /^discussion url$/u,
  docs: /^(?:software help|documentation)$/u,
  original: /^is based on(?: url)?$/u,
});

/** The addresses that structured data gives a column, except the page's own; `sameAs` if the column names that host; no OpenGraph. */
function hintedAddresses(page: Page, column: Asked): string[] {
  if (page.hints.length === 0) return [];
  const intent = intentOf(column);
  const property = intent.about === 'link' ? PROPERTIES[intent.kind] : undefined;
  const fits = labelFits(column.label);
  const asked = contentStems(column.label);
  const own = [page.url, page.canonicalUrl ?? page.url].map(keyOf);
  const found = ownHints(page).flatMap(({ source, path, value }) => {
    const address = source === 'opengraph' || path.includes('.') ? null : URL.parse(value, page.url);
    if (!address || !/^https?:$/u.test(address.protocol) || own.includes(keyOf(address.href))) return [];
    const name = nameOf(path);
    const isAsked = name === 'same as' ? asked.includes(stemOf(siteOf(address))) : property?.test(name) || fits(name);
    return isAsked ? [address.href] : [];
  });
  return [...new Set(found)];
}

/** Compares a link with the structured data, which is no evidence by itself but decides which of several links of the page is meant. */
export function linkCheckedAgainstHints(reading: Reading, column: ColumnQuestion, finding: ValueFinding): ValueFinding {
  const hinted = hintedAddresses(reading.page, column);
  const [first] = hinted;
  if (first === undefined) return finding;
  const intent = intentOf(column);
  const keyFor = intent.about === 'link' && intent.kind === 'website' ? hostOf : keyOf;
  const keys = new Set(hinted.map(keyFor));
  if (finding.value !== null) {
    if (keys.has(keyFor(finding.value))) return finding;
    const note = `The page links to ${finding.value} as “${column.label}”, its structured data gives ${first}.`;
    return { value: null, reason: 'conflict', quote: null, note };
  }
  if (finding.reason !== 'silent' && finding.reason !== 'conflict') return finding;
  const shown = Map.groupBy(linksTo(reading, new Set(hinted.map(keyOf))), ({ url }) => keyOf(url));
  const [link] = shown.size === 1 ? ([...shown.values()][0] ?? []) : [];
  if (!link) return finding;
  const note = `The page links to it, and its structured data calls it “${column.label}”.`;
  return { value: link.url, reason: 'stated', quote: link.passage.text, note };
}

/** The page's links to these addresses, each with its passage. */
function linksTo(reading: Reading, keys: ReadonlySet<string>): { url: string; passage: Passage }[] {
  return reading.page.links.flatMap(({ url, block, start, end }) => {
    const view = keys.has(keyOf(url)) ? reading.views[block] : undefined;
    const passage = view && reading.passages(view).find((one) => start >= one.start && end <= one.end);
    return passage && sectionOf(reading, passage) !== 'others' ? [{ url, passage }] : [];
  });
}

const hostOf = (url: string) => URL.parse(url)?.hostname.replace(/^www\./u, '') ?? url;

/** An address without parts that may differ for the same page: the scheme, "www.", the query, the slash at its end. */
const keyOf = (url: string) => `${hostOf(url)}${URL.parse(url)?.pathname.replace(/\/+$/u, '') ?? ''}`;

/** The name of a site in its host: "github" of www.github.com. */
const siteOf = ({ hostname }: URL) => hostname.split('.').at(-2) ?? '';

/** Returns a test for the values that a page's structured data gives a column; null if it gives none. Websites are compared by host. */
export function hintedIn(page: Page, column: Asked): ((value: string) => boolean) | null {
  if (column.format !== 'url') {
    const hinted = hintedValues(page, column);
    return hinted.length === 0 ? null : (value) => isHinted(value, hinted, column.format);
  }
  const intent = intentOf(column);
  const keyFor = intent.about === 'link' && intent.kind === 'website' ? hostOf : keyOf;
  const hinted = hintedAddresses(page, column).map(keyFor);
  return hinted.length === 0 ? null : (value) => hinted.includes(keyFor(value));
}
