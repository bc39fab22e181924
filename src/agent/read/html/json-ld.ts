import { jsonrepair } from 'jsonrepair';
import type { Hint } from '../../../domain/page/page.ts';
import type { Share } from './structured.ts';

interface Node {
  value: unknown;
  path: string;
  type: string | null;
  item: number;
  depth: number;
}

/** The schema.org name of a type without its address: "https://schema.org/Person" is "Person". */
export const typeName = (type: string | undefined): string | null =>
  /([A-Za-z][\w-]*)\/?$/.exec(type?.trim().split(/\s+/)[0] ?? '')?.[1] ?? null;

/** Keywords of JSON-LD that say nothing about the thing. */
const GRAMMAR = /^@(?!type$|graph$|value$|list$|set$)/;

/** The properties in a JSON-LD script, the outer before the inner; none where it is not JSON. Reads up to the page's limits. */
export function jsonHints(script: string, share: Share): Hint[] {
  const hints: Hint[] = [];
  let level = unwrapped(parsed(script)).map((value): Node => ({ value, path: '', type: null, item: share.item(), depth: 0 }));
  while (level.length > 0) {
    const next: Node[] = [];
    for (const node of level) {
      if (!share.node()) return hints;
      const { value, path, type, item, depth } = node;
      if (Array.isArray(value)) {
        for (const one of value) if (next.length <= MAX_LEVEL) next.push({ ...node, value: one });
      } else if (typeof value === 'object' && value !== null) {
        next.push(...membersOf(value, node).slice(0, MAX_LEVEL));
      } else if (path !== '' && (typeof value === 'string' || typeof value === 'number')) {
        hints.push({ source: 'json-ld', type, path, item, depth, value: String(value) });
      }
    }
    level = next;
  }
  return hints;
}

/** The form of property names; other keys are ignored. */
const PROPERTY = /^@?[\w:-]{1,60}$/;
const MAX_PATH = 200;

/** The most values of one level that are collected. */
const MAX_LEVEL = 5000;

function membersOf(value: object, { path, type, item, depth }: Node): Node[] {
  const own = '@type' in value && typeof value['@type'] !== 'object' ? typeName(String(value['@type'])) : firstType(value);
  return Object.entries(value).flatMap(([name, member]): Node[] => {
    if (GRAMMAR.test(name) || !PROPERTY.test(name) || path.length > MAX_PATH) return [];
    if (name === '@value' || name === '@list' || name === '@set') return [{ value: member, path, type, item, depth }];
    if (name === '@type') return path === '' ? [{ value: member, path: '@type', type: own, item, depth }] : [];
    return [{ value: member, path: path === '' ? name : `${path}.${name}`, type: own, item, depth: depth + (isObject(member) ? 1 : 0) }];
  });
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const firstType = (value: object): string | null =>
  '@type' in value && Array.isArray(value['@type']) ? typeName(String(value['@type'][0])) : null;

/** The things in a script: one, a list, or a graph. */
function unwrapped(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_LEVEL).flatMap((one) => (Array.isArray(one) ? [] : unwrapped(one)));
  if (typeof value !== 'object' || value === null) return [];
  return '@graph' in value && Array.isArray(value['@graph']) ? value['@graph'].slice(0, MAX_LEVEL) : [value];
}

/** Longer scripts are not repaired. */
const REPAIRED = 200_000;

/**
 * JSON as consumers read it: also wrapped in a comment or CDATA, with comments, trailing commas or raw line breaks; undefined where it is
 * unreadable.
 */
function parsed(script: string): unknown {
  const bare = script
    .replace(/^\s*(?:<!--|(?:\/\*|\/\/)?\s*<!\[CDATA\[\s*(?:\*\/)?)/, '')
    .trimEnd()
    .replace(/(?:-->|(?:(?:\/\*|\/\/)\s{0,20})?\]\]>(?:\s{0,20}\*\/)?)$/, '')
    .trimEnd()
    .replace(/;$/, '');
  const ways = [JSON.parse, (text: string) => (text.length > REPAIRED || text.trim() === '' ? undefined : JSON.parse(jsonrepair(text)))];
  for (const parse of ways) {
    try {
      return parse(bare);
    } catch {}
  }
  return undefined;
}
