import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { changePassword, deleteAccount, learnPerson, signOut, usePerson } from '../api/account.ts';
import { words } from '../texts/texts.ts';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import { Card, isNew, Submit, useForm, type Wrong } from './form.tsx';

const t = words.account;

export function AccountPage() {
  useTitle(t.title);
  const person = usePerson();
  const [, go] = useLocation();
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => void learnPerson().then(setTrouble), []);
  useEffect(() => {
    if (person === null && trouble === null) go('/auth/login?next=/auth/account', { replace: true });
  }, [person, trouble, go]);
  if (trouble) return <Card title={t.title}>{<p className="note note-bad">{trouble}</p>}</Card>;
  if (!person) return <main id="main" className="page page-narrow" aria-busy="true" />;
  return <Account email={person.email} />;
}

function Account({ email }: { email: string }) {
  const [, go] = useLocation();
  const [changed, setChanged] = useState(false);
  const leave = useForm(
    () => ({}),
    async () => {
      const error = await signOut();
      if (error === null) go('/');
      return error;
    },
  );
  const change = useForm(
    ({ present, fresh }) => ({ ...(!present && { present: t.wrongPassword }), ...(!isNew(fresh) && { fresh: t.wrongNew }) }),
    async ({ present = '', fresh = '' }, form) => {
      setChanged(false);
      const error = await changePassword(present, fresh);
      if (error === null) {
        form.reset();
        setChanged(true);
      }
      return error;
    },
  );
  const remove = useForm(
    ({ password }): Wrong => (password ? {} : { password: t.wrongPassword }),
    async ({ password = '' }) => {
      const error = await deleteAccount(password);
      if (error === null) go('/');
      return error;
    },
  );
  return (
    <main id="main" className="page page-narrow cards">
      <section className="card">
        <h1>{t.title}</h1>
        <p className="soft card-who">
          {t.signedInAs} <strong>{email}</strong>
        </p>
        <form className="card-form" onSubmit={leave.onSubmit}>
          <Submit busy={leave.busy} error={leave.error} kind="plain">
            {t.signOut}
          </Submit>
        </form>
      </section>
      <section className="card">
        <h2>{t.change}</h2>
        <form className="card-form" onSubmit={change.onSubmit} noValidate>
          <Field label={t.present} name="present" type="password" autoComplete="current-password" wrong={change.wrong.present} />
          <Field
            label={t.fresh}
            hint={t.passwordHint}
            name="fresh"
            type="password"
            autoComplete="new-password"
            wrong={change.wrong.fresh}
          />
          <Submit busy={change.busy} error={change.error} good={changed ? t.changed : null}>
            {t.changeIt}
          </Submit>
        </form>
      </section>
      <section className="card">
        <details>
          <summary>{t.delete}</summary>
          <p className="soft">{t.deleteNote}</p>
          <form className="card-form" onSubmit={remove.onSubmit} noValidate>
            <Field label={t.password} name="password" type="password" autoComplete="current-password" wrong={remove.wrong.password} />
            <Submit busy={remove.busy} error={remove.error} kind="grave">
              {t.deleteIt}
            </Submit>
          </form>
        </details>
      </section>
    </main>
  );
}
