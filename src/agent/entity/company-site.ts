import { parse } from 'tldts';

/** Sites on which many companies have a page. */
const PLATFORMS = new Set(
  `linkedin.com github.com gitlab.com bitbucket.org codeberg.org sourceforge.net crunchbase.com facebook.com x.com twitter.com instagram.com
  youtube.com tiktok.com pinterest.com reddit.com quora.com medium.com dev.to substack.com wikipedia.org wikidata.org wikimedia.org fandom.com
  producthunt.com ycombinator.com wellfound.com angel.co f6s.com builtin.com g2.com capterra.com trustpilot.com glassdoor.com indeed.com
  remoteok.com weworkremotely.com remotive.com bloomberg.com forbes.com techcrunch.com pitchbook.com tracxn.com owler.com zoominfo.com dnb.com
  opencorporates.com clutch.co yelp.com google.com apple.com microsoft.com amazon.com npmjs.com pypi.org crates.io notion.so notion.site
  archive.org eu-startups.com startupranking.com stackshare.io europages.com kompass.com`
    .split(/\s+/)
    .filter(Boolean),
);

/** Paths under which a site lists other companies; the files of a collection have such paths, too. */
const DIRECTORY =
  /\/(?:compan(?:y|ies)|organi[sz]ations?|orgs?|startups?|profiles?|director(?:y|ies)|listings?|vendors?|employers?|members?|portfolio|partners?|customers?|suppliers?|brands?|wiki|pages\/[\da-f-]{36})\/[^/]/i;

/** Paths on which a company presents itself, whatever the title; a language code may precede them. */
const OWN =
  /^(?:\/(?:[a-z]{2}(?:-[a-z]{2})?))?(?:\/(?:index\.\w+|home|about|about-?us|about_us|company|who-we-are|our-story|story|mission|team|our-team|people|leadership|contact|contact-?us|imprint|impressum|legal|privacy|terms|careers?|jobs|pricing|products?|services?|solutions?|platform|features|customers|faq|press|news|blog|investors|ueber-uns|a-propos))?\/?$/i;

/** Whether the pages of a domain are about others than its owner. */
export const isPlatform = (domain: string) => PLATFORMS.has(domain);

/** The letters and digits of a text, in lower case. */
export const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The registrable domain if the page is on a company's own site. Null for IP addresses, unregistered names, shared hosts, platforms and
 * directories, and for pages with neither the domain's name in their title nor the path of a company's own page.
 */
export function companySite(address: string, title: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const { domain, domainWithoutSuffix, isIcann, isPrivate, isIp } = parse(url.hostname, { allowPrivateDomains: true });
  if (!domain || isIp || isPrivate || !isIcann || isPlatform(domain) || DIRECTORY.test(url.pathname)) return null;
  return OWN.test(url.pathname) || lettersOf(title).includes(lettersOf(domainWithoutSuffix ?? domain)) ? domain : null;
}
