import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { signIn, signUp, usePerson } from '../api/account.ts';
import { useService } from '../api/service-setup.ts';
import { words } from '../texts/texts.ts';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import { Card, isMail, isNew, Submit, useForm, type Wrong } from './form.tsx';
import { safeNext } from './next.ts';

const t = words.account;

const checkOld = ({ email, password }: Record<string, string>): Wrong => ({
  ...(!isMail(email) && { email: t.wrongEmail }),
  ...(!password && { password: t.wrongPassword }),
});
const checkNew = ({ email, password }: Record<string, string>): Wrong => ({
  ...(!isMail(email) && { email: t.wrongEmail }),
  ...(!isNew(password) && { password: t.wrongNew }),
});

/** Goes on as soon as somebody is signed in, which may be at once; returns where to. */
function useEntrance(): string {
  const person = usePerson();
  const search = useSearch();
  const [, go] = useLocation();
  const next = safeNext(new URLSearchParams(search).get('next') ?? undefined);
  useEffect(() => {
    if (!person) return;
    if (/^\/($|w\/|settings|auth\/)/.test(next)) go(next, { replace: true });
    else location.replace(next); // a page outside the app
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
