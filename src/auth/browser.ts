import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { COOKIE_PREFIX } from './wire-names.ts';

const YEAR = 365 * 24 * 3600;

/** Reads and sets signed cookies: the context of one of better-auth's hooks. */
interface Cookies {
  getSignedCookie(name: string, secret: string): Promise<string | null | false | undefined>;
  setSignedCookie(name: string, value: string, secret: string, options: object): Promise<unknown>;
}

const NAME = `__Secure-${COOKIE_PREFIX}.browser_`;
const nameOf = (account: string) => `${NAME}${account.slice(0, 8)}`;
/** Cookies of this kind that are looked at: one browser signs in to few accounts. */
const LOOKED_AT = 5;

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

/** The id of a browser that signed in before, from its Cookie header, without better-auth; null without one that we signed. */
export function signedBrowser(cookie: string | undefined, secret: string): string | null {
  if (!cookie?.includes(NAME)) return null;
  const cookies = cookie.split(';', 200).map((part) => part.trim());
  for (const part of cookies.filter((part) => part.startsWith(NAME)).slice(0, LOOKED_AT)) {
    const [, value, signature] = /^[^=]*=(.*)\.([^.]*)$/.exec(decoded(part)) ?? [];
    if (value === undefined || signature === undefined) continue;
    const ours = createHmac('sha256', secret).update(value).digest();
    const brought = Buffer.from(signature, 'base64');
    if (brought.length === ours.length && timingSafeEqual(brought, ours)) return value;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
