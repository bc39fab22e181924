import type { Hint } from '../../../domain/page/page.ts';
import { wordTable } from '../../../domain/text.ts';
import { cleanLine } from '../canonical.ts';
import type { Attributes } from './html-elements.ts';
import { jsonHints, typeName } from './json-ld.ts';

/** Limits of a page's structured data, all three kinds together: bytes of UTF-8, and nodes. */
const MAX_BYTES = 200_000;
const MAX_NODES = 5000;
/** A longer value is prose, which is in the page's text anyway; it is left out. */
const MAX_VALUE = 500;
/** The most hints stored with a page. */
const MAX_HINTS = 300;
/** The most nested properties whose text is collected; hand-written markup has two or three. */
const MAX_NESTED = 20;

/** The remaining limits of a page. */
export interface Share {
  /** Returns whether a piece of text still fits. */
  take(text: string): boolean;
  /** Returns whether one more node may be read. */
  node(): boolean;
  /** The number of the next top-level thing. */
  item(): number;
  /** Whether one more node with this text would still be read. */
  fits(text: string): boolean;
}

function openShare(): Share {
  let bytes = 0;
  let nodes = 0;
  let items = 0;
  return {
    take(text) {
      const more = Buffer.byteLength(text);
      if (bytes + more > MAX_BYTES) return false;
      bytes += more;
      return true;
    },
    node: () => ++nodes <= MAX_NODES,
    item: () => items++,
    fits: (text) => nodes < MAX_NODES && bytes + Buffer.byteLength(text) <= MAX_BYTES,
  };
}

/** OpenGraph's properties of the thing, by schema.org's names. */
const GRAPH = wordTable<string>({
  'og:title': 'name',
  'og:type': '@type',
  'og:site_name': 'isPartOf.name',
  'og:description': 'description',
  'og:url': 'url',
  'og:locale': 'inLanguage',
  'article:published_time': 'datePublished',
  'article:modified_time': 'dateModified',
  'og:updated_time': 'dateModified',
  'article:author': 'author.name',
  'article:section': 'articleSection',
  'book:isbn': 'isbn',
  'book:author': 'author.name',
  'book:release_date': 'datePublished',
  'product:price:amount': 'offers.price',
  'product:price:currency': 'offers.priceCurrency',
  'product:brand': 'brand.name',
  'profile:first_name': 'givenName',
  'profile:last_name': 'familyName',
});

/** Elements whose microdata value is in an attribute. */
// biome-ignore format: a table
const VALUED = wordTable<string>({ a: 'href', area: 'href', link: 'href', img: 'src', audio: 'src', video: 'src', source: 'src', embed: 'src', iframe: 'src', object: 'data', time: 'datetime', data: 'value', meter: 'value' });

interface Item {
  type: string | null;
  path: string;
  root: number;
  depth: number;
}

/** A property whose text is being collected. */
interface Gathered {
  hint: Omit<Hint, 'value'>;
  text: string;
}

/**
 * Collects structured data while a page is parsed: JSON-LD, microdata and OpenGraph. It is invisible, so it proves nothing. Call `onOpen`
 * and `onClose` for every element, `onText` for every text of the body.
 */
export function openStructured() {
  const share = openShare();
  const scripts: Hint[] = [];
  const micro: Hint[] = [];
  const graph: Hint[] = [];
  /** What each open element began. */
  const open: ('item' | 'property' | null)[] = [];
  const items: Item[] = [];
  const gathered: Gathered[] = [];
  let script = '';

  function keep(into: Hint[], hint: Omit<Hint, 'value'>, raw: string) {
    const value = raw.length > 10 * MAX_VALUE ? '' : cleanLine(raw);
    if (value !== '' && value.length <= MAX_VALUE && into.length < MAX_HINTS) into.push({ ...hint, value });
  }

  function begun(name: string, { itemprop, itemscope, itemtype, ...attributes }: Attributes): 'item' | 'property' | null {
    const outer = items.at(-1);
    const prop = outer && /^[\w:/.#-]{1,100}/.exec(itemprop?.trim() ?? '')?.[0];
    const path = outer && prop ? joined(outer.path, bareName(prop)) : '';
    if (itemscope !== undefined) {
      if (!share.node()) return null;
      const within = prop === undefined ? undefined : outer;
      items.push({ type: typeName(itemtype), path, root: within?.root ?? share.item(), depth: within ? within.depth + 1 : 0 });
      return 'item';
    }
    if (!outer || !prop || path.length > MAX_VALUE) return null;
    const hint = { source: 'microdata', type: outer.type, path, item: outer.root, depth: outer.depth } as const;
    const declared = attributes.content ?? attributes[VALUED[name] ?? ''];
    if (declared !== undefined) {
      if (share.take(declared) && share.node()) keep(micro, hint, declared);
      return null;
    }
    if (gathered.length >= MAX_NESTED) return null;
    gathered.push({ hint, text: '' });
    return 'property';
  }

  return {
    /** Whether a value that is read elsewhere is within the limits, too. */
    fits: share.fits,
    onOpen(name: string, attributes: Attributes) {
      const isMarked = attributes.itemscope !== undefined || (attributes.itemprop !== undefined && items.length > 0);
      open.push(isMarked ? begun(name, attributes) : null);
    },
    onText(text: string) {
      if (gathered.length === 0 || !share.take(text)) return;
      for (const one of gathered) if (one.text.length <= 2 * MAX_VALUE) one.text += text;
    },
    onClose() {
      const closed = open.pop();
      if (closed === 'item') items.pop();
      const property = closed === 'property' ? gathered.pop() : undefined;
      if (property && share.node()) keep(micro, property.hint, property.text);
    },
    onMeta(attributes: Attributes) {
      const { property, name, content } = attributes;
      if (content === undefined || !isGraph(attributes)) return;
      const key = (property ?? name ?? '').trim().toLowerCase();
      if (!share.take(content)) return;
      const path = GRAPH[key];
      if (path !== undefined && share.node()) keep(graph, { source: 'opengraph', type: null, path, item: 0, depth: 0 }, content);
    },
    /** A piece of the text of a JSON-LD script. */
    onScriptText(text: string) {
      if (script.length <= MAX_BYTES) script += text;
    },
    onScriptEnd() {
      if (share.take(script)) for (const { value, ...hint } of jsonHints(script, share)) keep(scripts, hint, value);
      script = '';
    },
    /** All hints: JSON-LD, microdata, OpenGraph; within each the outer before the inner. */
    found(): Hint[] {
      const inOrder = [scripts, micro, graph].flatMap((hints) => hints.toSorted((a, b) => a.depth - b.depth));
      return inOrder.slice(0, MAX_HINTS);
    },
  };
}

/** Whether a meta element belongs to OpenGraph. */
export const isGraph = ({ property, name }: Attributes) => {
  const key = property ?? name;
  return key !== undefined && /^\s*(?:og|article|book|profile|product|music|video):/i.test(key);
};

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
/** The name of a property given as an address: "http://schema.org/name" is "name". */
const bareName = (prop: string) => (prop.includes('/') ? (typeName(prop) ?? prop) : prop);
