import { useState } from 'react';
import { usePerson } from '../../api/account.ts';
import { ask } from '../../api/client.ts';
import { forget } from '../../api/mine.ts';
import { ClaimWebsetsDocument, type HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import { CopiedLink } from './copied-link.tsx';
import { People } from './people.tsx';
import { Revoke } from './revoke.tsx';
import { type Shares, useShares } from './shares.ts';
import './share.css';

const t = words.shareDialog;

/** The links that open a webset, the people it is shared with, and what each may do. */
export function ShareDialog({ head, store, onClose }: { head: HeadFragment; store: WebsetStore; onClose: () => void }) {
  const person = usePerson();
  const claim = useChange(onClose);
  const makeMine = async () => {
    await ask(ClaimWebsetsDocument, { input: { websetIds: [head.uuid] } });
    forget([head.uuid]);
    store.refresh();
    say(words.list.claimed(1));
  };
  const shares = useShares(head.uuid);
  const [said, setSaid] = useState('');
  const own = (
    <section className="share-part">
      <h3>{head.owned ? t.ownLink : t.editLink}</h3>
      <p className="soft">{head.owned ? t.ownedNote : person ? t.openNote : t.openNoteSignIn}</p>
      <CopiedLink label={head.owned ? t.ownLink : t.editLink} path={`/w/${head.uuid}`} onCopied={setSaid} />
      {!head.owned && person && (
        <div className="share-claim">
          <Button icon="person" busy={claim.busy} onClick={() => void claim.send(makeMine)}>
            {words.list.claimOne}
          </Button>
          <span className="soft">{t.claimNote}</span>
        </div>
      )}
      {claim.error && (
        <p className="note note-bad" role="alert">
          {claim.error}
        </p>
      )}
    </section>
  );
  return (
    <Dialog title={t.title} onClose={onClose} wide>
      {!head.owned && own}
      {shares.isKnown ? (
        <>
          <Links shares={shares} onSaid={setSaid} />
          {head.owned && <People shares={shares} onSaid={setSaid} />}
        </>
      ) : (
        !shares.trouble && <Waiting />
      )}
      {head.owned && own}
      {shares.trouble && (
        <div className="note note-bad" role="alert">
          <p>{shares.trouble.kind === 'missing' ? t.noAccount : shares.trouble.message}</p>
          {!shares.isKnown && <Button onClick={shares.load}>{words.retry}</Button>}
        </div>
      )}
      <p className="soft share-said" role="status">
        {said}
      </p>
    </Dialog>
  );
}

/** The read-only links, each with a button that revokes it. */
function Links({ shares, onSaid }: { shares: Shares; onSaid: (words: string) => void }) {
  const { links, busy, addLink, revoke } = shares;
  return (
    <section className="share-part">
      <h3>{t.readLinks}</h3>
      <p className="soft">{t.readNote}</p>
      {links.map(({ uuid, shareId }, i) => (
        <div key={uuid} className="share-one">
          <CopiedLink label={t.readLink(i + 1)} path={`/s/${shareId}`} onCopied={onSaid} />
          <Revoke
            name={t.readLink(i + 1)}
            question={t.revokeLink}
            busy={busy === uuid}
            onRevoke={async () => {
              if (await revoke(uuid)) onSaid(t.revoked);
            }}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" busy={busy === 'link'} onClick={() => void addLink()}>
          {t.addLink}
        </Button>
      </div>
    </section>
  );
}
