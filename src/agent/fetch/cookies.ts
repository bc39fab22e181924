import { CookieJar } from 'tough-cookie';
import type { Headers } from 'undici';

/** Limits for one answer. */
const COOKIES_MAX = 20;
const COOKIE_BYTES = 4096;

/** The cookies of one fetch: those set by a hop are sent with the hops that follow (RFC 6265) and discarded at the end. */
export function openCookies() {
  let jar: CookieJar | null = null;
  return {
    headersFor(url: URL): { cookie?: string } {
      const cookie = jar?.getCookieStringSync(url.href);
      return cookie ? { cookie } : {};
    },
    /** Stores the cookies of an answer; returns whether there are any. */
    keep(url: URL, headers: Headers): boolean {
      const set = headers.getSetCookie().filter((cookie) => cookie.length <= COOKIE_BYTES);
      if (set.length === 0) return false;
      jar ??= new CookieJar();
      for (const cookie of set.slice(0, COOKIES_MAX)) jar.setCookieSync(cookie, url.href, { ignoreError: true });
      return true;
    },
  };
}
