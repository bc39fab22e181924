import { useCallback, useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import { asTrouble } from '../api/trouble.ts';
import { LocalServersDocument, type LocalServersQuery } from '../generated/documents.ts';
import { Button } from '../ui/button.tsx';
import { settingsTexts } from './texts.ts';

const t = settingsTexts.local;

type Found = { servers: LocalServersQuery['service']['localServers'] } | { trouble: string };

/** Servers that answer on the service's machine: the operator can use one, others see the command for it. */
export function LocalServers({ onUse }: { onUse: ((setting: string, found: Record<string, string>) => void) | null }) {
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
        {t.note}{' '}
        {!onUse && (
          <>
            {t.command} <code>npm run webset -- model</code>
          </>
        )}
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
            {found.servers.map(({ name, baseUrl, models, usable }) => (
              <li key={`${name} ${models}`}>
                <span className="feature-name">
                  {name}
                  <small className="soft">{name === 'SearXNG' ? t.search(usable) : usable ? models.join(', ') : t.noModel}</small>
                </span>
                {onUse && baseUrl && usable && (
                  <Button aria-label={t.takeOne(name)} onClick={() => onUse(...setUpOf(name, baseUrl, models))}>
                    {t.use}
                  </Button>
                )}
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

/** The setting for a server, and its values. */
const setUpOf = (name: string, baseUrl: string, models: readonly string[]): [string, Record<string, string>] =>
  name === 'SearXNG'
    ? ['searxng', { SEARXNG_URL: baseUrl }]
    : ['model', { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: baseUrl, LLM_MODEL: models[0] ?? '' }];
