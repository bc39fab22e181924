import { randomBytes } from 'node:crypto';
import { COOKIE_PREFIX } from './names.ts';

const YEAR = 365 * 24 * 3600;

/** What reads and sets signed cookies: the context of one of better-auth's hooks. */
interface Cookies {
  getSignedCookie(name: string, secret: string): Promise<string | null | false | undefined>;
  setSignedCookie(name: string, value: string, secret: string, options: object): Promise<unknown>;
}

const nameOf = (account: string) => `__Secure-${COOKIE_PREFIX}.browser_${account.slice(0, 8)}`;

/** The browser that asks, if it signed in to an account (its hash) before; else null. */
export async function browserOf(cookies: Cookies, secret: string, account: string): Promise<string | null> {
  const value = await cookies.getSignedCookie(nameOf(account), secret);
  const [of, browser] = value ? value.split('.') : [];
  return of === account && browser ? browser : null;
}

/** Has the browser remember, for a year, that it signed in to an account. */
export async function keepBrowser(cookies: Cookies, secret: string, account: string, browser: string | null): Promise<void> {
  const value = `${account}.${browser ?? randomBytes(12).toString('base64url')}`;
  await cookies.setSignedCookie(nameOf(account), value, secret, {
    maxAge: YEAR,
    path: '/api/auth',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
  });
}
