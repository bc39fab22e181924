import type { Category } from '../../domain/webset-state.ts';
import { singular } from './labels.ts';

/** Nouns of each category; in a phrase, the noun before its first preposition decides. */
const NOUNS: [Category, RegExp][] = [
  [
    'research',
    /(?:paper|preprint|stud(?:y|ies)|trial|meta-analys[ei]s|systematic review|dissertation|thesis|theses|publication|journal article)$/iu,
  ],
  ['posts', /(?:post|thread|tweet|discussion|question|comment|newsletter)$/iu],
  ['articles', /(?:article|news|story|stories|op-ed|editorial|report|interview|obituary|essay|column)$/iu],
  [
    'companies',
    /(?:compan(?:y|ies|ys)|startup|start-up|firm|business|agency|manufacturer|maker|supplier|vendor|provider|retailer|employer|bank|neobank|insurer|unicorn|scaleup|fintech|store|shop|brand|contractor|installer|operator|studio|consultancy|fund|accelerator|producer|roaster|brewery|distillery|developer tools? vendor)$/iu,
  ],
  [
    'people',
    /(?:people|person|man|woman|founder|co-founder|ceo|cto|cfo|coo|vp|director|head|manager|engineer|developer|programmer|scientist|researcher|professor|student|artist|author|writer|novelist|poet|journalist|lawyer|attorney|judge|senator|politician|mp|president|minister|player|athlete|driver|coach|actor|actress|musician|singer|composer|painter|designer|photographer|teacher|doctor|dentist|nurse|therapist|consultant|recruiter|investor|laureate|winner|expert|specialist|mathematician|physicist|chemist|biologist|economist|philosopher|historian|architect|astronaut|explorer|billionaire|entrepreneur|grandmaster|officer|executive|lead|cofounder|alumnus)$/iu,
  ],
];

/** The category of a topic, if its words say so; else null: "CEOs of biotech companies" are people. */
export function categoryOf(topic: string): Category | null {
  const [head = ''] = topic.split(/\s(?:of|for|in|on|about|with|at|from|by|to|like|who|that|which)\s/iu, 1);
  const noun = singular(head.trim());
  return NOUNS.find(([, nouns]) => nouns.test(noun))?.[0] ?? null;
}
