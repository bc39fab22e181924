import { Link, useLocation } from 'wouter';
import { usePerson } from '../../api/account.ts';
import { words } from '../../texts/texts.ts';
import { Notice } from '../../ui/button.tsx';

const t = words.shared.missing;

/** Shown in place of a share that does not open: it may be for an account that is not signed in. */
export function EndedShare() {
  const [place] = useLocation();
  const person = usePerson();
  return (
    <Notice
      icon="search"
      title={t.title}
      level={1}
      actions={
        <>
          {person === null && (
            <Link className="button button-main" href={`/auth/login?next=${encodeURIComponent(place)}`}>
              {words.account.signIn}
            </Link>
          )}
          <Link className="button button-plain" href="/">
            {words.home}
          </Link>
        </>
      }
    >
      {t.text}
    </Notice>
  );
}
