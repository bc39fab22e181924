import { eventAsked } from '../../facts/columns/ask.ts';
import type { ColumnQuestion } from '../../finding.ts';

/** What a column asks for, if the rules have special knowledge of it. */
export type Intent =
  | {
      about: 'maintainer' | 'founder' | 'author' | 'any';
    }
  | { about: 'date' }
  | { about: 'link'; kind: 'website' | 'repository' | 'docs' | 'careers' | 'discussion' | 'original' | 'any' }
  /** The subject's profile on another site, whose host `host` matches. */
  | { about: 'profile'; host: RegExp };

/** Sites with profiles of people and companies, by how a column names them. */
const PROFILES: [asked: RegExp, host: RegExp][] = [
  [/\blinked ?in\b/iu, /(?:^|\.)linkedin\.com$/u],
  [/^git ?hub(?: (?:profile|page|account|url|link))?$/iu, /^(?:www\.)?github\.com$/u],
  [/^git ?lab(?: (?:profile|page|account|url|link))?$/iu, /^(?:www\.)?gitlab\.com$/u],
  [/\b[Tt]witter\b|^X(?: (?:profile|page|account|handle|url|link))?$|\bx\.com\b/u, /(?:^|\.)(?:x|twitter)\.com$/u],
  [/\bfacebook\b/iu, /(?:^|\.)facebook\.com$/u],
  [/\binstagram\b/iu, /(?:^|\.)instagram\.com$/u],
  [/\byou ?tube\b/iu, /(?:^|\.)youtube\.com$/u],
  [/\btik ?tok\b/iu, /(?:^|\.)tiktok\.com$/u],
  [/\bbluesky\b/iu, /^bsky\.app$/u],
  [/\bpinterest\b/iu, /(?:^|\.)pinterest\.\w+$/u],
];

const TABLE: [RegExp, Intent['about'] & string][] = [
  [/\bfounders?\b|\bfounded by\b|\bco-?founders?\b|\bcreators?\b|\bcreated by\b/iu, 'founder'],
  [
    /\bmaintain|\bbacked by\b|\bdevelopers?\b|\bvendor\b|\bsteward|^compan(?:y|ies)$|\bcompany name\b|\bmaker\b|\bdeveloped by\b/iu,
    'maintainer',
  ],
  [/\bauthors?\b|\bwritten by\b|\bbyline\b/iu, 'author'],
];

/** Reads a column's label first, and its description if the label names nothing known. */
export function intentOf({ label, description, format }: Omit<ColumnQuestion, 'id'>): Intent {
  for (const words of [label, description ?? '']) {
    if (format === 'url') {
      const host = PROFILES.find(([asked]) => asked.test(words.trim()))?.[1];
      if (host) return { about: 'profile', host };
      if (/\brepo|\bsource code\b|\bgithub\b|\bgitlab\b/iu.test(words)) return { about: 'link', kind: 'repository' };
      if (/\bcareers?\b|\bjobs?\b|\bopen positions\b|\bvacanc|\bopenings\b/iu.test(words)) return { about: 'link', kind: 'careers' };
      if (/\bdiscuss|\bthread\b|\bforum\b|\bcomments\b/iu.test(words)) return { about: 'link', kind: 'discussion' };
      if (/\boriginal\b|\bcanonical\b|\bsource document\b/iu.test(words)) return { about: 'link', kind: 'original' };
      if (/\bdoc(?:s|umentation)\b|\bmanual\b/iu.test(words)) return { about: 'link', kind: 'docs' };
      if (/\bweb ?site|\bhome ?page|\bofficial|\bsite\b/iu.test(words)) return { about: 'link', kind: 'website' };
      continue;
    }
    if (
      format === 'date' ||
      (format === 'number' && /\byear\b|\bfounded\b/iu.test(words)) ||
      (format === 'text' && /\b(?:year|date|founded)\b/iu.test(label))
    ) {
      if (!/\bfounded by\b/iu.test(words) && eventAsked(words)) return { about: 'date' };
      continue;
    }
    const known = TABLE.find(([pattern]) => pattern.test(words));
    if (known) return { about: known[1] } as Intent;
  }
  if (format === 'url') return { about: 'link', kind: 'any' };
  return { about: 'any' };
}
