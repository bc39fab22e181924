import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { dismissSending, goOn, type Sending, stopSending, useSending } from './sending.ts';

const t = words.collections;
const SHOWN = 20;

/** The progress of files being sent, and those left out with the reason. Empty when none are. */
export function SendingNote() {
  const sending = useSending();
  if (sending === null) return null;
  const { phase, sent, total } = sending;
  return (
    <section className={phase === 'broken' ? 'sending note note-bad' : 'sending note'} aria-label={sending.name}>
      <div className="sending-head">
        <p>
          <strong dir="auto">{sending.name}</strong>: <span role={phase === 'sending' ? undefined : 'status'}>{wordsOf(sending)}</span>
        </p>
        {phase === 'sending' && <Button onClick={stopSending}>{t.stop}</Button>}
        {phase === 'broken' && (
          <Button kind="main" onClick={() => void goOn()}>
            {t.goOn}
          </Button>
        )}
        {phase !== 'sending' && (
          <Button kind="quiet" onClick={dismissSending}>
            {t.dismiss}
          </Button>
        )}
      </div>
      {phase !== 'done' && <progress value={sent} max={total} aria-label={t.sending(sent, total)} />}
      <LeftOut sending={sending} />
    </section>
  );
}

function wordsOf({ phase, sent, total, taken, trouble }: Sending): string {
  if (phase === 'sending') return t.sending(sent, total);
  if (phase === 'broken') return t.broken(sent, total, trouble ?? '');
  return taken === 0 ? t.noneSent : t.sent(taken);
}

const LeftOut = ({ sending: { refused, refusals } }: { sending: Sending }) =>
  refusals > 0 && (
    <details>
      <summary>{t.refused(refusals)}</summary>
      <ul className="reasons">
        {refused.slice(0, SHOWN).map(({ name, reason }) => (
          <li key={name}>
            <span dir="auto">{name}</span>: {reason}
          </li>
        ))}
        {refusals > SHOWN && <li>{t.more(refusals - Math.min(SHOWN, refused.length))}</li>}
      </ul>
    </details>
  );
