import { type FormEvent, useState } from 'react';
import type { ShareAccess } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { CopiedLink } from './copied-link.tsx';
import { Revoke } from './revoke.tsx';
import type { Shares } from './shares.ts';

const t = words.shareDialog;

/** The accounts that a webset is shared with, and a form for one more. */
export function People({ shares, onSaid }: { shares: Shares; onSaid: (words: string) => void }) {
  const { people, busy, shareWith, revoke } = shares;
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<ShareAccess>('read');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await shareWith(email.trim(), access))) return;
    onSaid(t.sharedWith(email.trim()));
    setEmail('');
  };
  return (
    <section className="share-part">
      <h3>{t.people}</h3>
      <p className="soft">{people.length === 0 ? t.noPeople : t.peopleNote}</p>
      {people.map(({ uuid, shareId, email: of, name, access: may }) => {
        const called = name ?? of ?? '';
        return (
          <div key={uuid} className="share-one">
            <p className="share-person">
              <strong>{called}</strong> {name && <span className="soft">{of}</span>}
            </p>
            <CopiedLink label={t.linkOf(called)} path={`/s/${shareId}`} onCopied={onSaid} />
            <Select label={t.accessOf(called)} hidden options={t.access} value={may} onPick={(next) => void shareWith(of ?? '', next)} />
            <Revoke
              name={called}
              question={t.removePerson(called)}
              busy={busy === uuid}
              onRevoke={async () => {
                if (await revoke(uuid)) onSaid(t.revoked);
              }}
            />
          </div>
        );
      })}
      <form className="share-form" onSubmit={(event) => void add(event)}>
        <Field label={t.email} type="email" autoComplete="off" required value={email} onChange={(event) => setEmail(event.target.value)} />
        <Select label={t.may} options={t.access} value={access} onPick={setAccess} />
        <Button kind="main" type="submit" busy={busy === `share ${email.trim()}`} disabled={email.trim() === ''}>
          {t.share}
        </Button>
      </form>
    </section>
  );
}
