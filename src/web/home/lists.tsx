import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type Person, usePerson } from '../api/account.ts';
import { ask, client } from '../api/client.ts';
import { forget, useMade } from '../api/mine.ts';
import { usePending } from '../api/pending.ts';
import { runWords } from '../api/run-words.ts';
import { asTrouble, type Trouble, troubleOf } from '../api/trouble.ts';
import { claimHere } from '../collections/claim.ts';
import { ClaimWebsetsDocument, type ListedFragment, MyWebsetsDocument, TheseWebsetsDocument } from '../generated/documents.ts';
import { ago } from '../texts/format.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { say } from '../ui/toast.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { SharedWithMe } from './shared-with-me.tsx';

const t = words.list;
const AT_ONCE = 20;

/** The reader's websets: the account's, and those made in this browser without one. */
export function Lists() {
  const person = usePerson();
  const [claims, setClaims] = useState(0);
  return (
    <div className="lists">
      <Here person={person} onClaimed={() => setClaims((count) => count + 1)} />
      {person && <Mine key={claims} />}
      {person && <SharedWithMe />}
    </div>
  );
}

function Mine() {
  const [found, setFound] = useState<ListedFragment[] | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const load = useCallback(async (from: string | null) => {
    setTrouble(null);
    try {
      const { websets } = await ask(MyWebsetsDocument, { after: from });
      setFound((before) => [...(from === null ? [] : (before ?? [])), ...websets.nodes]);
      setAfter(websets.pageInfo.hasNextPage ? websets.pageInfo.endCursor : null);
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  }, []);
  useEffect(() => void load(null), [load]);
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t.title}</h2>
      {trouble && <Failed trouble={trouble} again={() => void load(null)} />}
      {found === null && !trouble && <Waiting />}
      {found?.length === 0 && <p className="soft">{t.empty}</p>}
      {found && <Rows websets={found} />}
      {after !== null && <Button onClick={() => void load(after)}>{words.more}</Button>}
    </section>
  );
}

/** Websets made in this browser. Those that were deleted or claimed are forgotten. */
function Here({ person, onClaimed }: { person: Person; onClaimed: () => void }) {
  const made = useMade();
  const [found, setFound] = useState<ListedFragment[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(AT_ONCE);
  const ids = made.slice(0, shown).map(({ id }) => id);
  const asked = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` includes all of them
  const load = useCallback(async () => {
    if (ids.length === 0) return setFound([]);
    setTrouble(null);
    const { data, error } = await client.query(TheseWebsetsDocument, { ids }).toPromise();
    if (!data) return setTrouble(troubleOf(error));
    const here = data.nodes.filter((node): node is ListedFragment => node !== null && 'uuid' in node);
    setFound(here.filter(({ owned }) => !owned));
    const gone = new Set(['NOT_FOUND', 'FORBIDDEN']);
    const lost = (error?.graphQLErrors ?? []).flatMap(({ path, extensions }) =>
      gone.has(String(extensions.code)) ? [made[Number(path?.[1])]?.uuid ?? ''] : [],
    );
    forget([...lost, ...here.filter(({ owned }) => owned).map(({ uuid }) => uuid)]);
  }, [asked]);
  useEffect(() => void load(), [load]);

  if (made.length === 0) return null;
  const claim = async () => {
    setBusy(true);
    try {
      const claimed: string[] = [];
      const uuids = made.map(({ uuid }) => uuid);
      for (let from = 0; from < uuids.length; from += AT_ONCE) {
        const { claimWebsets } = await ask(ClaimWebsetsDocument, { input: { websetIds: uuids.slice(from, from + AT_ONCE) } });
        claimed.push(...claimWebsets.websetIds);
      }
      await claimHere();
      forget(uuids);
      say(claimed.length > 0 ? t.claimed(claimed.length) : t.gone);
      onClaimed();
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="here">
      {person && (
        <div className="banner">
          <p>
            <strong>{t.claimBanner(made.length)}</strong> {t.claimNote(made.length)}
          </p>
          <Button kind="main" busy={busy} onClick={() => void claim()}>
            {made.length === 1 ? t.claimOne : t.claim}
          </Button>
        </div>
      )}
      <h2 id="here">{t.hereTitle}</h2>
      <p className="soft lists-note">{t.hereNote}</p>
      {trouble && <Failed trouble={trouble} again={() => void load()} />}
      {found === null && !trouble && <Waiting />}
      {found && <Rows websets={found} />}
      {made.length > shown && <Button onClick={() => setShown(shown + AT_ONCE)}>{words.more}</Button>}
    </section>
  );
}

const Failed = ({ trouble, again }: { trouble: Trouble; again: () => void }) => (
  <div className="note note-bad lists-trouble" role="alert">
    <p>{trouble.message}</p>
    <Button onClick={again}>{words.retry}</Button>
  </div>
);

function Rows({ websets }: { websets: ListedFragment[] }) {
  const pending = usePending();
  return (
    <ul className="listed-all">
      {websets
        .filter(({ uuid }) => !pending.includes(uuid))
        .map(({ uuid, title, originalQuery, category, status, run, counts, updatedAt }) => (
          <li key={uuid}>
            <Link className="listed" href={`/w/${uuid}`}>
              <span className="listed-title" dir="auto">
                {title ?? originalQuery}
              </span>
              <span className="listed-facts">
                <span className={`status status-${status}`}>{runWords(run)}</span>
                <span>{t.counts(counts.match, counts.match + counts.partial + counts.needsReview + counts.noMatch + counts.pending)}</span>
                {category && <span>{words.categories[category]}</span>}
                <time dateTime={updatedAt}>{ago(updatedAt)}</time>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
