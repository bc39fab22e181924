/** Where to go after signing in: a path of this origin, as the browser parses it, else the start page. */
export function safeNext(wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, 'http://here.invalid')) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, 'http://here.invalid');
  const path = pathname + search + hash;
  return origin === 'http://here.invalid' && /^\/(?![/\\])/.test(wanted) && /^\/(?![/\\])/.test(path) ? path : '/';
}
