import { type FormEvent, useId, useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { type ReviewFragment, ReviewVerdictDocument, type Verdict } from '../../generated/documents.ts';
import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Area } from '../../ui/field.tsx';
import { keepFocusIn } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';

const t = words.review;
const CHOICES: Verdict[] = ['match', 'partial', 'needs_review', 'no_match'];
const NOTE_MAX = 1000;

interface Props {
  row: string;
  criterion: string;
  /** The reasoner's. */
  verdict: Verdict | null;
  review: ReviewFragment | null;
  reviews: ReviewFragment[];
  store: WebsetStore;
}

/** People's verdicts on one cell, and a form for one. */
export function Review({ row, criterion, verdict, review, reviews, store }: Props) {
  const [open, setOpen] = useState(false);
  const mayEdit = useMayEdit();
  const place = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (said: Verdict | null, note: string) => {
    setBusy(true);
    setError(null);
    try {
      const { reviewVerdict } = await ask(ReviewVerdictDocument, {
        input: { rowId: row, criterionId: criterion, verdict: said, ...(note.trim() && { note: note.trim() }) },
      });
      store.put(reviewVerdict.row);
      setOpen(false);
    } catch (trouble) {
      setError(asTrouble(trouble).message);
    }
    setBusy(false);
    keepFocusIn(place.current);
  };
  return (
    <div ref={place} className="review">
      {review && (
        <>
          <Said review={review} />
          <p className="review-other soft">
            {t.reasoner} <Chip verdict={verdict} state="waiting" />
          </p>
        </>
      )}
      {open ? (
        <Form
          verdict={review?.verdict ?? verdict}
          busy={busy}
          onCancel={() => {
            setOpen(false);
            keepFocusIn(place.current);
          }}
          onSend={(said, note) => void send(said, note)}
        />
      ) : (
        mayEdit && (
          <div className="review-actions">
            <Button
              kind="quiet"
              icon="person"
              onClick={() => {
                setOpen(true);
                keepFocusIn(place.current);
              }}
            >
              {review ? t.change : t.set}
            </Button>
            {review && (
              <Button kind="quiet" busy={busy} onClick={() => void send(null, '')}>
                {t.takeBack}
              </Button>
            )}
          </div>
        )
      )}
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      {reviews.length > (review ? 1 : 0) && (
        <details className="review-history">
          <summary>{t.history(reviews.length)}</summary>
          <ol>
            {reviews.map((one) => (
              <li key={one.at}>
                <Said review={one} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

const Said = ({ review: { verdict, reviewer, note, at } }: { review: ReviewFragment }) => (
  <p className="review-said">
    <Icon name="person" size={14} />
    <span>
      {verdict ? t.says(reviewer, words.verdicts[verdict].toLowerCase()) : t.tookBack(reviewer)}
      {note && <q>{note}</q>}{' '}
      <time className="soft" dateTime={at} title={momentOf(at)}>
        {ago(at)}
      </time>
    </span>
  </p>
);

function Form({
  verdict,
  busy,
  onCancel,
  onSend,
}: {
  verdict: Verdict | null;
  busy: boolean;
  onCancel: () => void;
  onSend: (verdict: Verdict, note: string) => void;
}) {
  const name = useId();
  const [said, setSaid] = useState<Verdict>(verdict ?? 'match');
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(said, note);
  };
  return (
    <form className="review-form" onSubmit={submit}>
      <fieldset className="review-choices">
        <legend>{t.legend}</legend>
        {CHOICES.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={said === choice} onChange={() => setSaid(choice)} />
            <Chip verdict={choice} />
          </label>
        ))}
      </fieldset>
      <Area
        label={t.note}
        hint={words.columnDialog.optional}
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p className="soft review-counts">{t.counts}</p>
      <div className="review-actions">
        <Button kind="main" type="submit" busy={busy}>
          {t.save}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
