import { Link } from 'wouter';
import { words } from '../texts/texts.ts';

const t = words.collections;

/** Says that adding pages needs an account; `next`: the page to return to after signing in. */
export const SignIn = ({ next }: { next: string }) => (
  <section className="banner" aria-label={t.signIn}>
    <p role="status">
      <strong>{t.signIn}</strong> {t.signInNote}
    </p>
    <Link className="button button-main" href={`/auth/login?next=${encodeURIComponent(next)}`}>
      {words.top.signIn}
    </Link>
  </section>
);
