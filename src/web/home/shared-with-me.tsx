import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ask } from '../api/client.ts';
import { SharedWithMeDocument, type SharedWithMeQuery } from '../generated/documents.ts';
import { ago } from '../texts/format.ts';
import { words } from '../texts/texts.ts';

const t = words.shared;

/** Websets that others share with the account; empty without one. */
export function SharedWithMe() {
  const [found, setFound] = useState<SharedWithMeQuery['sharedWithMe']>([]);
  useEffect(() => {
    // the lists above show the error
    ask(SharedWithMeDocument, {}).then(
      ({ sharedWithMe }) => setFound(sharedWithMe),
      () => {},
    );
  }, []);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="shared">
      <h2 id="shared">{t.title}</h2>
      <ul className="listed-all">
        {found.map(({ uuid, shareId, access, title, request, sharedBy, sharedAt }) => (
          <li key={uuid}>
            <Link className="listed" href={`/s/${shareId}`}>
              <span className="listed-title" dir="auto">
                {title ?? request}
              </span>
              <span className="listed-facts">
                <span>{words.shareDialog.access[access]}</span>
                {sharedBy && <span>{t.by(sharedBy)}</span>}
                <time dateTime={sharedAt}>{ago(sharedAt)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
