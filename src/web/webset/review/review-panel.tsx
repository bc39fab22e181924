import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HeadFragment, QueueOrder, Verdict } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button, IconButton, Notice } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { actionOf, QUEUE_KEYS } from '../keys/keys.ts';
import { Sheet } from '../proof/sheet.tsx';
import type { WebsetStore } from '../store.ts';
import { Asked } from './asked.tsx';
import { LearningLine } from './learning-line.tsx';
import { isLearned } from './learning-watch.ts';
import { createQueue, type Queue } from './review-queue.ts';
import { sentencesOf } from './sentences.ts';
import './review-panel.css';

const t = words.reviewQueue;
const ORDERS: QueueOrder[] = ['TEACHING', 'LIKELIHOOD'];
const VERDICTS: readonly Verdict[] = ['match', 'partial', 'no_match', 'needs_review'];

interface Props {
  head: HeadFragment;
  narrow: boolean;
  store: WebsetStore;
  /** Called with the row and criterion of the current question. */
  onAsk: (row: string, criterion: string) => void;
  onKeys: () => void;
  onClose: () => void;
}

/** Asks about one row and criterion after the other; the answers decide other rows. */
export function ReviewPanel(props: Props) {
  const { head, narrow, store, onClose } = props;
  const queue = useMemo(() => createQueue(head.uuid, store), [head.uuid, store]);
  const learned = isLearned(head) ? JSON.stringify(head.learnings) : '';
  useEffect(() => {
    if (learned !== '' || queue.get().question === null) queue.refill();
  }, [queue, learned]);
  const inside = <Inside {...props} queue={queue} />;
  return narrow ? (
    <Sheet label={t.label} onClose={onClose}>
      {inside}
    </Sheet>
  ) : (
    <aside className="proof" aria-label={t.label} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
      {inside}
    </aside>
  );
}

function Inside({ head, queue, onAsk, onKeys, onClose }: Props & { queue: Queue }) {
  const { order, question, sentence, loading, trouble, answered } = useSyncExternalStore(queue.subscribe, queue.get);
  const body = useRef<HTMLDivElement>(null);
  const row = question?.item.row.uuid;
  const cell = question?.item.cells[question.cell];
  const criterion = cell?.criterion.uuid;
  const sentences = question && cell ? sentencesOf(question.item, question.cell) : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is reported once
  useEffect(() => {
    if (row && criterion) onAsk(row, criterion);
    body.current?.scrollTo(0, 0);
  }, [row, criterion]);
  useEffect(() => body.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentences disappear with their question
  useLayoutEffect(() => {
    if (document.activeElement === document.body) body.current?.focus(); // the focused element is gone with its question
  }, [question]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || event.target instanceof HTMLInputElement) return;
    const action = actionOf(QUEUE_KEYS, { ...modifiersOf(event), key: event.key.toLowerCase() });
    if (!action) return;
    if (action === 'sentence') {
      const chosen = sentences[Number(event.key) - 1];
      if (chosen) queue.choose(chosen);
    } else if (action === 'wrongKind') queue.wrongKind();
    else if (action === 'skip') queue.skip();
    else if (action === 'undo') queue.undo();
    else if (action === 'help') onKeys();
    else queue.answer(action);
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the focus, this their keys
    <div className="queue" onKeyDown={onKeyDown}>
      <header className="proof-head">
        <div className="proof-tools">
          <Orders order={order} onOrder={queue.setOrder} />
          <span className="proof-gap" />
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
        {criterion && <LearningLine head={head} criterion={criterion} />}
      </header>
      <div className="proof-body queue-body" ref={body} tabIndex={-1} role="group" aria-label={t.question}>
        {trouble && (
          <div className="note note-bad" role="alert">
            <p>{trouble.message}</p>
            {!question && <Button onClick={queue.refill}>{words.retry}</Button>}
          </div>
        )}
        {question && cell ? (
          <Asked question={question} sentences={sentences} chosen={sentence} onChoose={queue.choose} />
        ) : (
          !trouble &&
          (loading ? (
            <Waiting />
          ) : (
            <Notice icon="match" title={t.nothing}>
              {t.nothingNote}
            </Notice>
          ))
        )}
      </div>
      <footer className="queue-answers">
        {question && (
          <div className="queue-verdicts">
            {VERDICTS.map((verdict) => (
              <Key
                key={verdict}
                name={QUEUE_KEYS[verdict][0]}
                icon={verdict}
                className={`queue-${verdict}`}
                onPress={() => queue.answer(verdict)}
              >
                {t.answers[verdict]}
              </Key>
            ))}
          </div>
        )}
        <div className="queue-others">
          {question && (
            <>
              <Key name={QUEUE_KEYS.wrongKind[0]} title={t.wrongKindNote} onPress={queue.wrongKind}>
                {t.wrongKind}
              </Key>
              <Key name={QUEUE_KEYS.skip[0]} onPress={queue.skip}>
                {t.skip}
              </Key>
            </>
          )}
          <Key name={QUEUE_KEYS.undo[0]} disabled={answered === 0} onPress={queue.undo}>
            {t.undo}
          </Key>
        </div>
      </footer>
    </div>
  );
}

const modifiersOf = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ ctrlKey, metaKey, altKey, shiftKey: false });

/** The order of the questions. */
const Orders = ({ order, onOrder }: { order: QueueOrder; onOrder: (order: QueueOrder) => void }) => (
  <fieldset className="queue-orders">
    <legend className="unseen">{t.orders}</legend>
    {ORDERS.map((one) => (
      <button key={one} type="button" className="tab" aria-pressed={order === one} title={t.orderNotes[one]} onClick={() => onOrder(one)}>
        {t.order[one]}
      </button>
    ))}
  </fieldset>
);

/** A button with a shortcut letter that works while the focus is in the panel. */
const Key = ({
  name,
  icon,
  disabled = false,
  className = '',
  title,
  onPress,
  children,
}: {
  name: string;
  icon?: IconName;
  disabled?: boolean;
  className?: string;
  title?: string;
  onPress: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    className={`button button-plain queue-key ${className}`}
    aria-keyshortcuts={name}
    title={title}
    aria-disabled={disabled || undefined}
    onClick={disabled ? undefined : onPress}
  >
    {icon && <Icon name={icon} />}
    <span>{children}</span>
    <span className="queue-kbd" aria-hidden="true">
      {name.toUpperCase()}
    </span>
  </button>
);

const Waiting = () => (
  <div aria-busy="true">
    <span className="unseen">{words.loading}</span>
    <div className="skeleton proof-skeleton" />
  </div>
);
