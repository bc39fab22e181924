import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { learnPerson, usePerson } from '../api/account.ts';
import type { Trouble } from '../api/trouble.ts';
import { words } from '../texts/texts.ts';
import { Button, Notice } from './button.tsx';
import type { IconName } from './icon.tsx';

const ICONS: Partial<Record<Trouble['kind'], IconName>> = {
  offline: 'activity',
  missing: 'search',
  limited: 'waiting',
  unauthorized: 'person',
  forbidden: 'person',
};

/** A page's error in full: what it is, and what can be done. */
export function TroubleNotice({ trouble, again, level = 2 }: { trouble: Trouble; again?: (() => void) | undefined; level?: 1 | 2 }) {
  const [place] = useLocation();
  const person = usePerson();
  const wait = useCountdown(trouble);
  const { kind } = trouble;
  useEffect(() => {
    if (kind === 'unauthorized' || kind === 'forbidden') void learnPerson(); // the person may have signed out in another tab
  }, [kind]);
  const known = kind in words.states ? words.states[kind as keyof typeof words.states] : words.states.unknown;
  const { title, text } = typeof known === 'string' ? words.states.unknown : known;
  const signIn = (kind === 'unauthorized' || kind === 'forbidden') && !person;
  return (
    <Notice
      icon={ICONS[kind] ?? 'alert'}
      title={title}
      level={level}
      actions={
        <>
          {signIn && (
            <Link className="button button-main" href={`/auth/login?next=${encodeURIComponent(place)}`}>
              {words.account.signIn}
            </Link>
          )}
          {again && !signIn && kind !== 'missing' && kind !== 'forbidden' && (
            <Button onClick={again} disabled={wait > 0}>
              {words.retry}
            </Button>
          )}
          {(kind === 'missing' || kind === 'forbidden') && (
            <Link className="button button-plain" href="/">
              {words.home}
            </Link>
          )}
        </>
      }
    >
      {text || trouble.message}
    </Notice>
  );
}

/** The seconds left of an error with a waiting time. */
export function useCountdown(trouble: Trouble | null): number {
  const [left, setLeft] = useState(trouble?.retryAfter ?? 0);
  useEffect(() => {
    const until = Date.now() + (trouble?.retryAfter ?? 0) * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [trouble]);
  return left;
}
