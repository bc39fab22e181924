/** The rules of a robots.txt for one crawler. */
export interface RobotsRules {
  /** Whether the crawler may fetch an absolute address. */
  isAllowed(url: string): boolean;
  /** Seconds between two requests as the file asks, or null. Not part of RFC 9309. */
  crawlDelay: number | null;
  /** Total characters of the patterns with a wildcard: the cost of matching. */
  wildcardLength: number;
}

interface Rule {
  allows: boolean;
  pattern: string;
}

/** The lines under one set of `User-agent` lines. */
interface Group {
  agents: string[];
  rules: Rule[];
  crawlDelay: number | null;
}

const EVERYBODY = '*';

/**
 * Parses robots.txt for a product token (RFC 9309): groups that name the token are merged, else those of `*`; the longest matching pattern
 * decides, of equals the one that allows. As is common, a colon may be missing, and only an agent's first word counts ("Foo/1.0").
 */
export function robotsRules(text: string, token: string): RobotsRules {
  const groups = groupsIn(text);
  const named = (agent: string) => groups.filter(({ agents }) => agents.includes(agent));
  const own = named(token.toLowerCase());
  const binding = own.length > 0 ? own : named(EVERYBODY);
  const rules = binding.flatMap((group) => group.rules);
  return {
    isAllowed: (url) => decision(rules, url)?.allows ?? true,
    crawlDelay: binding.map((group) => group.crawlDelay).find((seconds) => seconds !== null) ?? null,
    wildcardLength: rules.reduce((sum, { pattern }) => sum + (pattern.includes('*') ? pattern.length : 0), 0),
  };
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let isOpen = false; // a rule ends the list of a group's agents, an unknown line does not
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/)) {
    const [key, value] = pairIn(line);
    const group = groups.at(-1);
    if (key === 'user-agent') {
      const agent = /^\*(?:\s|$)/.test(value) ? EVERYBODY : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? '');
      if (group && isOpen) group.agents.push(agent);
      else groups.push({ agents: [agent], rules: [], crawlDelay: null });
      isOpen = true;
    } else if (group && (key === 'allow' || key === 'disallow')) {
      isOpen = false;
      if (value !== '') group.rules.push({ allows: key === 'allow', pattern: escaped(value) });
    } else if (group && key === 'crawl-delay' && /^\d{1,9}(?:\.\d{1,9})?$/.test(value)) {
      isOpen = false;
      group.crawlDelay ??= Number(value);
    }
  }
  return groups;
}

function pairIn(line: string): [key: string, value: string] {
  const bare = line.split('#', 1)[0]?.trim() ?? '';
  const colon = bare.indexOf(':');
  if (colon > 0) return [bare.slice(0, colon).trimEnd().toLowerCase(), bare.slice(colon + 1).trimStart()];
  const [key = '', value, more] = bare.split(/\s+/, 3);
  return value === undefined || more !== undefined ? ['', ''] : [key.toLowerCase(), value];
}

/** Percent-encodes non-ASCII octets and capitalizes escapes. */
const escaped = (path: string) =>
  path
    .toWellFormed()
    .replace(/[\u0080-\u{10ffff}]+/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());

/** Decodes needless escapes: "%7Eann" becomes "~ann". */
const unescaped = (path: string) =>
  path.replace(/%[2-7][0-9A-F]/g, (octet) => {
    const char = decodeURIComponent(octet);
    return /[\w.~-]/.test(char) ? char : octet;
  });

function decision(rules: readonly Rule[], address: string): Rule | null {
  const url = URL.parse(address);
  if (!url) return { allows: false, pattern: '' };
  const path = escaped(url.pathname + url.search);
  const plain = unescaped(path);
  let best: Rule | null = null;
  for (const rule of rules) {
    const { allows, pattern } = rule;
    if (best && (pattern.length < best.pattern.length || (pattern.length === best.pattern.length && !allows))) continue;
    // a rule that forbids applies to both spellings, one that allows only to its own
    if (matches(pattern, path) || (!allows && matches(unescaped(pattern), plain))) best = rule;
  }
  return best;
}

/** Whether a pattern matches the beginning of a path: `*` is any characters, a final `$` the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop();
  if (last === undefined) return !isWhole || at === path.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}
