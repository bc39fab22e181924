import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { changePassword, deleteAccount, learnPerson, signIn, signOut, signUp, usePerson } from '../api/account.ts';
import { useService } from '../api/service.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import './auth.css';
import { safeNext } from './next.ts';

const t = words.account;
const PASSWORD = { min: 8, max: 128 };

type Wrong = Record<string, string>;

/** Sends a form once at a time. `check` says what is wrong with its fields, `work` what went wrong. */
function useForm(
  check: (fields: Record<string, string>) => Wrong,
  work: (fields: Record<string, string>, form: HTMLFormElement) => Promise<string | null>,
) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const [error, setError] = useState<string | null>(null);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const found = check(fields);
    setWrong(found);
    setError(null);
    const first = Object.keys(found)[0];
    if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    const trouble = await work(fields, form);
    setBusy(false);
    setError(trouble);
    if (trouble) form.querySelector<HTMLElement>('[type=password]')?.focus();
  };
  return { busy, wrong, error, onSubmit };
}

const isMail = (email = '') => /^[^\s@]+@[^\s@]+$/.test(email);
const isNew = (password = '') => password.length >= PASSWORD.min && password.length <= PASSWORD.max;
const checkOld = ({ email, password }: Record<string, string>): Wrong => ({
  ...(!isMail(email) && { email: t.wrongEmail }),
  ...(!password && { password: t.wrongPassword }),
});
const checkNew = ({ email, password }: Record<string, string>): Wrong => ({
  ...(!isMail(email) && { email: t.wrongEmail }),
  ...(!isNew(password) && { password: t.wrongNew }),
});

/** Where to go once somebody is signed in, which may be at once. */
function useEntrance(): string {
  const person = usePerson();
  const search = useSearch();
  const [, go] = useLocation();
  const next = safeNext(new URLSearchParams(search).get('next') ?? undefined);
  useEffect(() => {
    if (!person) return;
    if (/^\/($|w\/|settings|auth\/)/.test(next)) go(next, { replace: true });
    else location.replace(next); // a page that is not the app's
  }, [person, next, go]);
  return next;
}

const passing = (next: string) => (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

export function LoginPage() {
  useTitle(t.signIn);
  const next = useEntrance();
  const service = useService();
  const { busy, wrong, error, onSubmit } = useForm(checkOld, ({ email = '', password = '' }) => signIn(email, password));
  return (
    <Card title={t.signIn} lead={t.signInLead}>
      <form className="card-form" onSubmit={onSubmit} noValidate>
        <Field label={t.email} name="email" type="email" autoComplete="username" wrong={wrong.email} />
        <Field label={t.password} name="password" type="password" autoComplete="current-password" wrong={wrong.password} />
        <Submit busy={busy} error={error}>
          {t.signIn}
        </Submit>
      </form>
      {service?.signUp === false ? (
        <p className="card-below">{t.noSignUp}</p>
      ) : (
        <p className="card-below">
          {t.noAccount} <Link href={`/auth/sign-up${passing(next)}`}>{t.signUp}</Link>
        </p>
      )}
    </Card>
  );
}

export function SignUpPage() {
  useTitle(t.signUp);
  const next = useEntrance();
  const service = useService();
  const { busy, wrong, error, onSubmit } = useForm(checkNew, ({ email = '', password = '' }) => signUp(email, password));
  if (service?.signUp === false)
    return (
      <Card title={t.closed} lead={t.noSignUp}>
        <p className="card-below">
          {t.haveAccount} <Link href={`/auth/login${passing(next)}`}>{t.signIn}</Link>
        </p>
      </Card>
    );
  return (
    <Card title={t.signUp} lead={t.signUpLead}>
      <form className="card-form" onSubmit={onSubmit} noValidate>
        <Field label={t.email} name="email" type="email" autoComplete="username" wrong={wrong.email} />
        <Field
          label={t.password}
          hint={t.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          wrong={wrong.password}
        />
        <Submit busy={busy} error={error}>
          {t.make}
        </Submit>
      </form>
      <p className="card-below">
        {t.haveAccount} <Link href={`/auth/login${passing(next)}`}>{t.signIn}</Link>
      </p>
    </Card>
  );
}

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

const Card = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <main id="main" className="page page-narrow">
    <section className="card">
      <h1>{title}</h1>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  </main>
);

/** A form's button, and what came of it. Where a browser would drop the cookie nothing can be sent. */
function Submit({
  busy,
  error,
  good = null,
  kind = 'main',
  children,
}: {
  busy: boolean;
  error: string | null;
  good?: string | null;
  kind?: 'main' | 'plain' | 'grave';
  children: string;
}) {
  const words = window.isSecureContext ? error : t.insecure;
  return (
    <>
      {words && (
        <p className="note note-bad" role="alert">
          {words}
        </p>
      )}
      {good && !words && (
        <p className="note note-good" role="status">
          {good}
        </p>
      )}
      <Button type="submit" kind={kind} busy={busy} disabled={!window.isSecureContext}>
        {children}
      </Button>
    </>
  );
}
