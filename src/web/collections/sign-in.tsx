import { Link } from 'wouter';
import { words } from '../texts/texts.ts';

const t = words.collections;

/** That pages of one's own take an account here, and where to sign in; `next`: the page to come back to. */
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
