import { ask } from '../../api/client.ts';
import { type HeadFragment, SetAnswersDenyDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import type { Tab } from '../view.ts';

const t = words.byAnswers;

/**
 * Explains non-matches that answers decided although no page denies them, and undoes that; under review, explains that answers do not
 * decide, and lets them.
 */
export function ByAnswersNote({ head, tab, count, store }: { head: HeadFragment; tab: Tab; count: number; store: WebsetStore }) {
  const mayEdit = useMayEdit();
  const { busy, error, send } = useChange(() => {});
  const isDenied = head.answersDeny && tab === 'no_by_answers' && count > 0;
  if (!isDenied && (head.answersDeny || (tab !== 'needs_review' && tab !== 'no_by_answers'))) return null;
  const set = async (answersDeny: boolean) => {
    await ask(SetAnswersDenyDocument, { input: { websetId: head.uuid, answersDeny } });
    store.reload();
  };
  return (
    <div className="stays" role="status">
      <p>{isDenied ? t.denied(count) : t.open}</p>
      {mayEdit && (
        <Button kind="quiet" busy={busy} onClick={() => void send(() => set(!isDenied))}>
          {isDenied ? t.review : t.deny}
        </Button>
      )}
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
