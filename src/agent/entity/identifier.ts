/** Hosts that show arXiv's papers under arXiv's numbers. */
const ARXIV_HOST = /^(?:(?:.+\.)?arxiv\.org|ar5iv\.org|(?:www\.)?alphaxiv\.org)$/;
const ARXIV_ID = /^\/(?:abs|pdf|html|format|overview)\/((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}))(?:v\d+)?(?:\.pdf)?\/?$/i;
const DOI = /(?:^|\/|[?&](?:id|doi)=)(10\.\d{4,9}\/[^?&#]+)/i;

/** What publishers put behind a DOI in their own addresses. */
const VIEW =
  /(?:\/(?:full|abstract|abs|pdf|epdf|pdfdirect|epub|fulltext|full-text|meta|html|references|citations|figures|summary)|\.(?:full|pdf|abstract|html?|short|long))+\/?$/i;

/** The entity that an address names by a public identifier: `doi:`, `arxiv:`, `qid:` or `orcid:` with it, or null. */
export function identifierIn(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, '');
  const path = decoded(url.pathname);
  if (ARXIV_HOST.test(host)) return arxiv(ARXIV_ID.exec(path)?.[1]);
  if (host === 'orcid.org') return orcid(path.slice(1));
  if (host === 'wikidata.org' || host === 'm.wikidata.org') {
    const qid = /^\/(?:wiki|entity)\/(?:Special:EntityData\/)?(Q[1-9]\d*)(?:\.\w+)?\/?$/i.exec(path)?.[1];
    return qid ? `qid:${qid.toUpperCase()}` : null;
  }
  const isResolver = host === 'doi.org' || host === 'dx.doi.org';
  return doi(isResolver ? path.slice(1) : (DOI.exec(path + decoded(url.search))?.[1] ?? ''), isResolver);
}

function doi(found: string, isExact: boolean): string | null {
  let name = found.toLowerCase().replace(/\/+$/, '');
  if (!/^10\.\d{4,9}\/\S/.test(name)) return null;
  if (!isExact) name = name.replace(VIEW, '');
  if (name.startsWith('10.1101/')) name = name.replace(/v\d+$/, ''); // bioRxiv and medRxiv: versions of one paper
  return arxiv(/^10\.48550\/arxiv\.(.+?)(?:v\d+)?$/.exec(name)?.[1]) ?? `doi:${name}`;
}

const arxiv = (id: string | undefined) => (id ? `arxiv:${id.toLowerCase()}` : null);

/** An ORCID iD whose check digit holds (ISO 7064 mod 11-2). */
function orcid(path: string): string | null {
  const id = /^(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i.exec(path)?.[1]?.toUpperCase();
  if (!id) return null;
  const digits = id.replaceAll('-', '');
  let sum = 0;
  for (const digit of digits.slice(0, 15)) sum = (sum + Number(digit)) * 2;
  const check = (12 - (sum % 11)) % 11;
  return digits[15] === (check === 10 ? 'X' : String(check)) ? `orcid:${id}` : null;
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
