import { type FormEvent, type ReactNode, useState } from 'react';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import './auth.css';

const t = words.account;
const PASSWORD = { min: 8, max: 128 };

/** Error messages by field name. */
export type Wrong = Record<string, string>;

/** Sends a form, one request at a time. `check` returns errors by field, `work` an error message. */
export function useForm(
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

export const isMail = (email = '') => /^[^\s@]+@[^\s@]+$/.test(email);
/** Whether a text is valid as a new password. */
export const isNew = (password = '') => password.length >= PASSWORD.min && password.length <= PASSWORD.max;
export const Card = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <main id="main" className="page page-narrow">
    <section className="card">
      <h1>{title}</h1>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  </main>
);

/** A form's button with the result. Where the browser would drop the cookie, nothing can be sent. */
export function Submit({
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
