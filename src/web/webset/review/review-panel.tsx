import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HeadFragment, LineFragment, QueueOrder, Verdict } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button, IconButton, Notice } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Sheet } from '../proof/sheet.tsx';
import type { WebsetStore } from '../store.ts';
import { Asked, sentencesOf } from './asked.tsx';
import { LearningLine } from './learning-line.tsx';
import { isLearned } from './learning-watch.ts';
import { createQueue, type Queue } from './queue.ts';
import './review.css';

const t = words.reviewQueue;
const ORDERS: QueueOrder[] = ['TEACHING', 'LIKELIHOOD'];
const VERDICTS: { verdict: Verdict; key: string; icon: IconName }[] = [
  { verdict: 'match', key: 'y', icon: 'match' },
  { verdict: 'partial', key: 'p', icon: 'partial' },
  { verdict: 'no_match', key: 'n', icon: 'no_match' },
  { verdict: 'needs_review', key: 'c', icon: 'needs_review' },
];

interface Props {
  head: HeadFragment;
  lines: readonly LineFragment[];
  narrow: boolean;
  store: WebsetStore;
  /** Says which row and criterion is asked for. */
  onAsk: (row: string, criterion: string) => void;
  onClose: () => void;
}

/** Asks one row and criterion after the other; the verdicts of the others follow from the answers. */
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

function Inside({ head, lines, queue, onAsk, onClose }: Props & { queue: Queue }) {
  const { order, question, sentence, loading, trouble, answered } = useSyncExternalStore(queue.subscribe, queue.get);
  const body = useRef<HTMLDivElement>(null);
  const row = question?.item.row.uuid;
  const cell = question?.item.cells[question.cell];
  const criterion = cell?.criterion.uuid;
  const sentences = question && cell ? sentencesOf(question.item, question.cell) : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is told once
  useEffect(() => {
    if (row && criterion) onAsk(row, criterion);
    body.current?.scrollTo(0, 0);
  }, [row, criterion]);
  useEffect(() => body.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question takes its sentences with it
  useLayoutEffect(() => {
    if (document.activeElement === document.body) body.current?.focus(); // what had the focus is gone with its question
  }, [question]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    const verdict = VERDICTS.find((one) => one.key === key)?.verdict;
    const chosen = /^[1-7]$/.test(key) ? sentences[Number(key) - 1] : undefined;
    if (verdict) queue.answer(verdict);
    else if (chosen) queue.choose(chosen);
    else if (key === 'w') queue.wrongKind();
    else if (key === 's') queue.skip();
    else if (key === 'u') queue.undo();
    else return;
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
        {criterion && <LearningLine head={head} lines={lines} criterion={criterion} />}
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
            {VERDICTS.map(({ verdict, key, icon }) => (
              <Key key={key} name={key} icon={icon} className={`queue-${verdict}`} onPress={() => queue.answer(verdict)}>
                {t.answers[verdict]}
              </Key>
            ))}
          </div>
        )}
        <div className="queue-others">
          {question && (
            <>
              <Key name="w" title={t.wrongKindNote} onPress={queue.wrongKind}>
                {t.wrongKind}
              </Key>
              <Key name="s" onPress={queue.skip}>
                {t.skip}
              </Key>
            </>
          )}
          <Key name="u" disabled={answered === 0} onPress={queue.undo}>
            {t.undo}
          </Key>
        </div>
      </footer>
    </div>
  );
}

/** Which rows come first. */
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

/** A button that a letter presses, too, while the focus is in the panel. */
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
