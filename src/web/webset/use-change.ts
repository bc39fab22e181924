import { type FormEvent, useState } from 'react';
import { asTrouble } from '../api/trouble.ts';

/** A dialog's form: sends one change at a time, closes on success, and returns the error as text. */
export function useChange(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      onDone();
    } catch (trouble) {
      setError(asTrouble(trouble).message);
    }
    setBusy(false);
  };
  const onSubmit = (work: () => Promise<unknown>) => (event: FormEvent) => {
    event.preventDefault();
    void send(work);
  };
  return { busy, error, send, onSubmit };
}
