import type { Page } from '../../domain/page/page.ts';

/** A longer text is a page with content. */
const NOTICE_MAX = 1500;
const REDIRECT_MAX = 400;

/** Notices that servers send instead of a page, recognized by title or heading and by their few words. */
const NOTICES: readonly { what: string; named: RegExp; says: RegExp }[] = [
  {
    what: 'a check of the browser',
    named:
      /^(?:just a moment|one moment|please wait|attention required|checking (?:your browser|if the site)|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|access denied|security check|ddos protection|pardon our interruption|human verification)/iu,
    says: /\b(?:browser|javascript|cookies?|cloudflare|human|robot|captcha|ray id|security|connection|permission)\b/iu,
  },
  {
    what: 'a notice that there is no such page',
    named:
      /^(?:(?:error|http|oops|sorry)[\s!:,.-]+)*(?:404(?:[\s:.-]+(?:error|page not found|not found))?|(?:the |this |that )?(?:page|file|site|article) (?:you (?:requested|are looking for) )?(?:(?:was |is |could |can |cannot |can't )?(?:not )?(?:be )?(?:found|missing|gone|unavailable))|not found|nothing (?:was )?found)[.!]?$/iu,
    says: /\b(?:not (?:be )?found|404|exist|moved|removed|no longer|missing|gone|looking for|unavailable)\b/iu,
  },
  {
    what: 'a question for consent',
    named:
      /^(?:before you continue|we value your privacy|your privacy|cookie (?:consent|settings|preferences|notice)|consent|manage (?:your )?(?:cookies|consent))/iu,
    says: /\b(?:accept|agree|reject|consent)\b/iu,
  },
];
const LEADS_ON = /\b(?:if you are not (?:automatically )?redirected|you are being redirected|redirecting (?:you )?(?:to|…|\.\.\.))/iu;

/** What a notice is, in words; null for a page. */
export function noticeIn({ title, text, blocks }: Pick<Page, 'title' | 'text' | 'blocks'>): string | null {
  if (text.length > NOTICE_MAX) return null;
  if (text.length <= REDIRECT_MAX && LEADS_ON.test(text)) return 'a line that leads to another page';
  const lines = text.split('\n');
  const heading = lines[blocks.findIndex(({ tag }) => /^h[1-3]$/u.test(tag))] ?? '';
  const names = [title, heading, lines[0] ?? ''].map((name) => name.trim().split(/\s[|–—·-]\s/u, 1)[0] ?? '');
  return NOTICES.find(({ named, says }) => names.some((name) => named.test(name)) && says.test(text))?.what ?? null;
}
