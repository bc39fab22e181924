import { useCallback, useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import { asTrouble } from '../api/trouble.ts';
import { LocalServersDocument, type LocalServersQuery } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';

const t = words.settings.local;

type Found = { servers: LocalServersQuery['service']['localServers'] } | { trouble: string };

/** What answers on the machine of the service, and the command that sets it up. */
export function LocalServers() {
  const [found, setFound] = useState<Found | null>(null);
  const look = useCallback(() => {
    setFound(null);
    ask(LocalServersDocument, {}).then(
      ({ service }) => setFound({ servers: service.localServers }),
      (error: unknown) => setFound({ trouble: asTrouble(error).message }),
    );
  }, []);
  useEffect(look, [look]);
  return (
    <section aria-busy={found === null}>
      <h2>{t.title}</h2>
      <p className="soft">
        {t.note} <code>npm run webset -- model</code>
      </p>
      <div role="status">
        {found === null ? (
          <p className="soft">{t.looking}</p>
        ) : 'trouble' in found ? (
          <p className="note note-bad">{found.trouble}</p>
        ) : found.servers === null ? (
          <p className="soft">{t.elsewhere}</p>
        ) : found.servers.length === 0 ? (
          <p className="soft">{t.none}</p>
        ) : (
          <ul className="features">
            {found.servers.map(({ name, models, usable }) => (
              <li key={`${name} ${models}`}>
                <span className="feature-name">
                  {name}
                  <small className="soft">{name === 'SearXNG' ? t.search(usable) : usable ? models.join(', ') : t.noModel}</small>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {found && !('servers' in found && found.servers === null) && (
        <Button className="settings-look" kind="quiet" icon="again" onClick={look}>
          {t.again}
        </Button>
      )}
    </section>
  );
}
