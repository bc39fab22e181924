import { useRef, useState } from 'react';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { focusIn } from '../../ui/focus.ts';

const t = words.shareDialog;

/** Ends a share after a confirmation. */
export function Revoke({
  name,
  question,
  busy,
  onRevoke,
}: {
  name: string;
  question: string;
  busy: boolean;
  onRevoke: () => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const ask = (next: boolean) => {
    setAsking(next);
    requestAnimationFrame(() => focusIn(place.current));
  };
  return (
    <div ref={place} className="share-revoke">
      {asking ? (
        <>
          <span>{question}</span>
          <Button onClick={() => ask(false)}>{words.cancel}</Button>
          <Button
            kind="grave"
            busy={busy}
            onClick={() => {
              const dialog = place.current?.closest('dialog') ?? null;
              void onRevoke().then(() => document.activeElement === document.body && focusIn(dialog));
            }}
          >
            {t.end}
          </Button>
        </>
      ) : (
        <Button kind="quiet" aria-label={t.endOne(name)} onClick={() => ask(true)}>
          {t.end}
        </Button>
      )}
    </div>
  );
}
