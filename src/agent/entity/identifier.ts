/** arXiv's own hosts, and others that show its papers under the same ids. */
const ARXIV_REGISTRY = /^(?:.+\.)?arxiv\.org$/;
const ARXIV_HOST = /^(?:ar5iv\.org|alphaxiv\.org)$/;
const ARXIV_ID = /^\/(?:abs|pdf|html|format|overview)\/((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}))(?:v\d+)?(?:\.pdf)?\/?$/i;
const DOI = /(?:^|\/|[?&](?:id|doi)=)(10\.\d{4,9}\/[^?&#]+)/i;

/** Suffixes that publishers add to a DOI in their addresses. */
const VIEW =
  /(?:\/(?:full|abstract|abs|pdf|epdf|pdfdirect|epub|fulltext|full-text|meta|html|references|citations|figures|summary)|\.(?:full|pdf|abstract|html?|short|long))+\/?$/i;

/** Characters that no registry uses in identifiers: white space, controls, direction marks. */
const STRANGE = /[\s\p{Cc}\p{Cf}]/u;
const IDENTIFIER_CHARS = 300;

/**
 * The identifier in an address of doi.org, arxiv.org, wikidata.org or orcid.org: `doi:`, `arxiv:`, `qid:` or `orcid:` and the id; else
 * null.
 */
export function registeredIn(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = bareHost(url);
  const path = decoded(url.pathname);
  if (host === 'doi.org' || host === 'dx.doi.org') return doi(path.slice(1), true);
  if (ARXIV_REGISTRY.test(host)) return arxiv(ARXIV_ID.exec(path)?.[1]);
  if (host === 'orcid.org') return orcid(path.slice(1));
  if (host !== 'wikidata.org' && host !== 'm.wikidata.org') return null;
  const qid = /^\/(?:wiki|entity)\/(?:Special:EntityData\/)?(Q[1-9]\d*)(?:\.\w+)?\/?$/i.exec(path)?.[1];
  return qid ? `qid:${qid.toUpperCase()}` : null;
}

/** The identifier in any address, such as a publisher's. A site can write any identifier into its addresses, so this is only a claim. */
export function namedIn(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = decoded(url.pathname);
  if (ARXIV_HOST.test(bareHost(url))) return arxiv(ARXIV_ID.exec(path)?.[1]);
  return registeredIn(address) ?? doi(DOI.exec(path + decoded(url.search))?.[1] ?? '', false);
}

/** Whether a key is a public identifier rather than an address. */
export const isIdentifier = (key: string) => /^(?:doi|arxiv|qid|orcid):/.test(key);

/** A host without `www.`, for which identifiers are proved. */
export const bareHost = ({ host }: Pick<URL, 'host'>) => host.replace(/^www\./, '');

function doi(found: string, isExact: boolean): string | null {
  if (found.length > IDENTIFIER_CHARS) return null;
  let name = found.toLowerCase().replace(/\/+$/, '');
  if (!/^10\.\d{4,9}\/\S/.test(name) || STRANGE.test(name)) return null;
  if (!isExact) name = name.replace(VIEW, '');
  if (name.startsWith('10.1101/')) name = name.replace(/v\d+$/, ''); // bioRxiv and medRxiv: versions of one paper
  return arxiv(/^10\.48550\/arxiv\.(.+?)(?:v\d+)?$/.exec(name)?.[1]) ?? `doi:${name}`;
}

const arxiv = (id: string | undefined) => (id ? `arxiv:${id.toLowerCase()}` : null);

/** An ORCID iD with a valid check digit (ISO 7064 mod 11-2). */
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
