import type { Link } from '../../../../domain/page/page.ts';
import { wordTable } from '../../../../domain/text.ts';
import { isName, meanings } from '../../../../knowledge/wordnet.ts';
import { contentStems } from '../../../../language/english/lexicon.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { headingsOf, labelOf, type Passage } from '../../text/reading.ts';
import { sectionOf } from '../../text/subject.ts';
import { conceptsOfLabel } from '../claims/concepts.ts';
import { labelFits } from '../facts/cells.ts';
import type { Intent } from './intent.ts';
import { nothing } from './settle.ts';

interface Candidate {
  url: string;
  passage: Passage;
  score: number;
}

const CODE_HOST = /^(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|sr\.ht|git\.sr\.ht)$/u;
const SOCIAL =
  /(?:^|\.)(?:twitter\.com|x\.com|facebook\.com|linkedin\.com|youtube\.com|discord\.(?:gg|com)|slack\.com|t\.me|reddit\.com|mastodon\.\w+|wikipedia\.org|crunchbase\.com|instagram\.com|news\.ycombinator\.com)$/u;
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

/** Link texts of some kinds of links. */
const FORMS = wordTable<RegExp>({
  careers:
    /\b(?:careers?|jobs?|open (?:positions|roles)|openings?|vacanc(?:y|ies)|join (?:us|the team|our team)|work (?:with|for) us|apply(?: here| now)?|(?:we['’]re |we are )?hiring|current opportunities)\b/iu,
  discussion: /\b(?:discussions?|discuss|threads?|discourse|mailing list|forum|comments|conversation)\b/iu,
  original: /\b(?:original|source document|canonical|full (?:text|document|article))\b/iu,
});

function scoreOf(kind: string, url: string, anchor: string, context: string, label: string, heading: string, reading: Reading): number {
  const { names } = reading;
  const ownHost = hostOf(reading.page.url);
  const host = hostOf(url);
  const visible = /^(?:https?:\/\/)?[\w.-]+\.[a-z]{2,}(?:\/\S*)?$/iu.test(anchor.trim());
  if (kind === 'website') {
    if (CODE_HOST.test(host) || SOCIAL.test(host)) return 0;
    if (/\b(?:official |project |company )?(?:web ?site|home ?page)\b|^url$|\bofficial site\b/iu.test(label)) return 4;
    if (/\b(?:official (?:web ?)?site|web ?site|home ?page|project site|company site)\b/iu.test(anchor)) return 3;
    const name =
      host
        .replace(/^www\./u, '')
        .split('.')
        .slice(-2, -1)[0] ?? '';
    const isRoot = URL.canParse(url) && new URL(url).pathname === '/';
    // the site's address spells the subject's name: “www.rialto-otley.co.uk” for the Rialto, Otley
    if (isRoot && visible && host !== ownHost && isOwnHost(host, ownHost, reading)) return 2.5;
    const stated = /\b(?:visit|see|at|on|home(?: is)?|website|more):?\s$/iu.test(context);
    // not “community.example.org”, where the name is that of the whole site
    const isWhole = host.replace(/^www\./u, '').startsWith(`${name}.`);
    if (isRoot && host !== ownHost && names.has(name) && (isWhole || stated || visible)) return stated || visible ? 3 : 2;
    return visible && /\b(?:web ?site|home ?page|official site|visit|more at|home)\b[^.;]{0,30}$/iu.test(context) ? 3 : 0;
  }
  if (kind === 'repository') {
    const named = /\b(?:repo(?:sitory)?|source(?: code)?|github|gitlab|code)\b/iu;
    if (
      CODE_HOST.test(host) &&
      /^\/[^/]+\/[^/]+/u.test(new URL(url).pathname) &&
      !/\/(?:issues|pull|wiki|discussions|releases|blob|tree|sponsors)\b/u.test(url)
    )
      return named.test(label) ? 4 : named.test(anchor) || visible ? 3 : 1;
    return named.test(label) && !SOCIAL.test(host) ? 3 : /\b(?:source code|repository)\b/iu.test(anchor) ? 2 : 0;
  }
  const form = FORMS[kind];
  if (form) {
    if (form.test(label.trim())) return 4;
    if (
      new RegExp(
        `^(?:see |view |all |our |the |read the )?(?:${form.source})(?: (?:page|site|link|here|thread|document|board))?$`,
        'iu',
      ).test(anchor.trim())
    )
      return 3.5;
    if (form.test(anchor)) return visible ? 2.5 : 3;
    if (kind === 'careers' && conceptsOfLabel(heading).includes('apply'))
      return /careers?|jobs?|join|hiring|openings|vacanc|work/iu.test(url) ? 2.5 : 1.6;
    return 0;
  }
  const named = /\b(?:docs?|documentation|manual|reference|user guide)\b/iu;
  return named.test(label)
    ? 4
    : /^(?:the\s|read the\s|official\s)?(?:docs|documentation|manual|user (?:guide|manual))$/iu.test(anchor.trim())
      ? 3
      : named.test(anchor)
        ? 1
        : 0;
}

/** Titles of parts that any site has. */
const GENERIC =
  /^(?:about(?:us)?|contact(?:us)?|products?|home(?:page)?|welcome|index|overview|login|search|news|blog|shop|store|imprint|services?|company|team|careers?|jobs?|docs|documentation|pricing|features|support|privacy|terms|untitled|hotels?|hostels?|museums?|restaurants?|events?|gallery|article|profile|readme)$/u;

/** Whether a host spells the page's title, or names of its subject: two, or one that is no common noun and not in the page's own host. */
function isOwnHost(host: string, ownHost: string, { names, page }: Reading): boolean {
  const bare = host.replace(/^www\./u, '');
  // “Red Barn Robotics: …” at redbarnrobotics.com, “Locus” at paywithlocus.com
  const title = (page.title.split(/\s[|–—·•-]\s|[:|–—·•]/u)[0] ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (title.length >= 5 && !GENERIC.test(title) && bare.replaceAll('-', '').includes(title) && !ownHost.includes(title)) return true;
  const spelled = [...names].filter((name) => name.length >= 5 && bare.includes(name) && !ownHost.includes(name));
  return spelled.length > 1 || spelled.some((name) => !meanings(name, 'noun').some((one) => !isName(one)));
}

/** The path of a profile: one segment, or one after the type of profile. Posts, events and share links are not profiles. */
const PROFILE =
  /^\/(?:(?:in|company|school|showcase|channel|c|user|groups|profile)\/)?(?!(?:sharer?|share|intent|sharing|shareArticle|search|hashtag|watch|embed|login|explore|p|home|privacy|about)(?:[/?.]|$))@?[^/?]{2,}\/?$/iu;

/** Chooses the best link by its label, anchor text, the words before it and its host; none if two different links are equally good. */
export function extractUrl(reading: Reading, column: ColumnQuestion, intent: Intent): ValueFinding {
  const kind = intent.about === 'link' ? intent.kind : 'any';
  const fits = labelFits(column.label);
  const stems = contentStems(column.label.replace(/\b(?:url|links?|pages?|addresse?s?)\b/giu, ' '));
  const candidates = reading.page.links.flatMap((link: Link): Candidate[] => {
    const view = reading.views[link.block];
    const passage = view && reading.passages(view).find(({ start, end }) => link.start >= start && link.end <= end);
    if (!passage || !/^https?:/u.test(link.url) || sectionOf(reading, passage) === 'others') return [];
    const anchor = reading.page.text.slice(link.start, link.end);
    const label =
      labelOf(passage)?.text ?? headingsOf(passage.view).filter(({ text }) => passage.text.length < 80 && text.length < 30)[0]?.text ?? '';
    const context = passage.text.slice(0, link.start - passage.start);
    const byLabel =
      labelOf(passage) && fits(label) ? 4 : stems.length > 0 && stems.every((stem) => contentStems(anchor).includes(stem)) ? 3 : 0;
    const score = Math.max(
      intent.about === 'profile'
        ? Number(intent.host.test(hostOf(link.url)) && PROFILE.test(new URL(link.url).pathname)) * 3
        : kind === 'any'
          ? 0
          : scoreOf(kind, link.url, anchor, context, label, headingsOf(passage.view)[0]?.text ?? '', reading),
      byLabel,
    );
    return score > 0 ? [{ url: link.url, passage, score: score - (view?.boilerplate ? 0.5 : 0) }] : [];
  });
  const top = Math.max(0, ...candidates.map(({ score }) => score));
  const best = candidates.filter(({ score }) => score === top);
  const [first] = best;
  if (!first || top < 1.5) return nothing('silent', `No link on the page is named as “${column.label}”.`);
  const key = (url: string) =>
    url
      .replace(/^https?:\/\/(?:www\.)?/u, '')
      .replace(/[/#]+$/u, '')
      .toLowerCase();
  if (best.some(({ url }) => key(url) !== key(first.url))) return nothing('conflict', `Several links could be “${column.label}”.`);
  return { value: first.url, reason: 'stated', quote: first.passage.text, note: `The page links to it as “${column.label}”.` };
}
