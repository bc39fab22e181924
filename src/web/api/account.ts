import { useSyncExternalStore } from 'react';
import { words } from '../texts/texts.ts';

/** The account that is signed in; null: none; undefined: not known yet. */
export type Person = { id: string; email: string } | null | undefined;

let person: Person;
const listeners = new Set<() => void>();

function know(found: Person) {
  person = found;
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The account that is signed in, as far as this page knows. */
export const usePerson = (): Person => useSyncExternalStore(subscribe, () => person);

type Outcome<T> = { data: T; error: null } | { data: null; error: string };

/** Calls better-auth. Errors are returned as text. */
async function call<T>(path: string, body?: object): Promise<Outcome<T>> {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(`/api/auth${path}`, init);
    const data = await response.json().catch(() => null);
    if (response.ok) return { data, error: null };
    if (response.status === 429) return { data: null, error: words.account.tooMany(Number(response.headers.get('retry-after')) || 60) };
    if (response.status >= 500) return { data: null, error: words.trouble.unavailable() };
    const known: Record<string, string> = words.account.refusals;
    return { data: null, error: known[data?.code] ?? data?.message ?? data?.error ?? words.account.refused(response.status) };
  } catch {
    return { data: null, error: words.trouble.offline() };
  }
}

/** Fetches who is signed in. Returns the error as text, or null. */
export async function learnPerson(): Promise<string | null> {
  const { data, error } = await call<{ user: { id: string; email: string } } | null>('/get-session');
  if (error === null) know(data ? { id: data.user.id, email: data.user.email } : null);
  else if (person === undefined) know(null);
  return error;
}

const STALE_MS = 15_000;

/** Fetches again when the person returns to this page: they may have signed in or out in another tab. */
export function followPerson(): void {
  let askedAt = performance.now();
  void learnPerson();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - askedAt < STALE_MS) return;
    askedAt = performance.now();
    void learnPerson();
  });
}

/** After signing in: checks that the browser stored the cookie. */
async function entered(error: string | null): Promise<string | null> {
  const trouble = error ?? (await learnPerson());
  return trouble ?? (person ? null : words.account.noCookie);
}

export const signIn = async (email: string, password: string) => entered((await call('/sign-in/email', { email, password })).error);
export const signUp = async (email: string, password: string) =>
  entered((await call('/sign-up/email', { email, password, name: '' })).error);

export async function signOut(): Promise<string | null> {
  const { error } = await call('/sign-out', {});
  if (error === null) know(null);
  return error;
}

export const changePassword = async (currentPassword: string, newPassword: string) =>
  (await call('/change-password', { currentPassword, newPassword, revokeOtherSessions: true })).error;

export async function deleteAccount(password: string): Promise<string | null> {
  const { error } = await call('/delete-user', { password });
  if (error === null) know(null);
  return error;
}
