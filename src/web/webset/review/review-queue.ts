import { ask } from '../../api/client.ts';
import { asTrouble, type Trouble } from '../../api/trouble.ts';
import {
  type LineFragment,
  type QueueOrder,
  ReviewQueueDocument,
  type ReviewQueueQuery,
  ReviewRowDocument,
  ReviewVerdictDocument,
  type SentenceFragment,
  type Verdict,
} from '../../generated/documents.ts';
import type { WebsetStore } from '../store.ts';

export type Item = ReviewQueueQuery['webset']['reviewQueue'][number];

/** One row and one of its criteria. */
export interface Question {
  item: Item;
  cell: number;
}

export interface QueueState {
  order: QueueOrder;
  /** Null while the first one is fetched, and when there is none. */
  question: Question | null;
  /** The sentence that the person chose as the deciding one. */
  sentence: SentenceFragment | null;
  loading: boolean;
  /** Why it cannot go on, or the error of the last answer. */
  trouble: Trouble | null;
  /** The number of answers that can be undone. */
  answered: number;
}

const AHEAD = 6;
const FIRST_MAX = 50;

interface Answer {
  question: Question;
  /** The row is another kind of thing; else the answer is on its criterion. */
  isKind: boolean;
}

/**
 * Questions one by one, a row's criteria in turn. An answer shows the next question at once and is sent after earlier ones; a refused
 * answer returns to the front with the reason.
 */
export function createQueue(websetId: string, store: WebsetStore) {
  let state: QueueState = { order: 'TEACHING', question: null, sentence: null, loading: true, trouble: null, answered: 0 };
  let ahead: Question[] = [];
  const done = new Set<string>();
  const past: Answer[] = [];
  const listeners = new Set<() => void>();
  let sent: Promise<unknown> = Promise.resolve();
  let asked = 0;

  const set = (change: Partial<QueueState>) => {
    state = { ...state, ...change, answered: past.length };
    for (const notify of listeners) notify();
  };
  const show = (question: Question | null, change: Partial<QueueState> = {}) => set({ question, sentence: null, ...change });

  /** Fetches the questions after the current one: each answer changes them. */
  async function fetchAhead(): Promise<void> {
    const mine = ++asked;
    set({ loading: true });
    try {
      const first = Math.min(FIRST_MAX, done.size + AHEAD);
      const { webset } = await ask(ReviewQueueDocument, { id: websetId, first, orderBy: state.order });
      if (mine !== asked) return;
      const isOpen = ({ row, cells }: Item) => cells.length > 0 && !done.has(row.uuid) && row.uuid !== state.question?.item.row.uuid;
      const begun = ahead.filter(({ cell }) => cell > 0); // the queue offers no row that has an answer
      ahead = [...begun, ...webset.reviewQueue.filter(isOpen).map((item) => ({ item, cell: 0 }))];
      if (state.question) set({ loading: false });
      else show(ahead.shift() ?? null, { loading: false, trouble: null });
    } catch (error) {
      if (mine === asked) set({ loading: false, trouble: asTrouble(error) });
    }
  }

  /** The next question: of the same row, unless it is left. */
  function step({ item, cell }: Question, leaveRow = false): void {
    const isSameRow = !leaveRow && cell + 1 < item.cells.length;
    if (!isSameRow) done.add(item.row.uuid);
    show(isSameRow ? { item, cell: cell + 1 } : (ahead.shift() ?? null), { trouble: null });
    if (ahead.length < 2) void sent.then(fetchAhead);
  }

  /** Shows a question again, and the current one after it. */
  function askAgain(question: Question, trouble: Trouble | null): void {
    const { uuid } = question.item.row;
    const behind = state.question ? [state.question, ...ahead] : ahead;
    ahead = behind.filter(({ item }) => item.row.uuid !== uuid);
    done.delete(uuid);
    show(question, { trouble });
  }

  /** Sends after earlier answers. */
  function send(work: () => Promise<LineFragment>, refused: (trouble: Trouble) => void): void {
    sent = sent.then(work).then(store.put, (error: unknown) => refused(asTrouble(error)));
  }

  function sendAnswer(answer: Answer, work: () => Promise<LineFragment>): void {
    past.push(answer);
    send(work, (trouble) => {
      past.splice(past.indexOf(answer), 1);
      askAgain(answer.question, trouble);
    });
    step(answer.question, answer.isKind);
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Chooses the questions again: at the beginning, and when answers were learned. */
    refill: () => void sent.then(fetchAhead),
    setOrder(order: QueueOrder) {
      if (order === state.order) return;
      ahead = [];
      show(null, { order, trouble: null });
      void sent.then(fetchAhead);
    },
    /** Marks a sentence as the deciding one, or unmarks it. */
    choose: (sentence: SentenceFragment) => set({ sentence: state.sentence === sentence ? null : sentence }),
    answer(verdict: Verdict) {
      const { question, sentence } = state;
      const cell = question?.item.cells[question.cell];
      if (!question || !cell) return;
      const input = {
        rowId: question.item.row.uuid,
        criterionId: cell.criterion.uuid,
        verdict,
        ...(sentence && { passage: { start: sentence.start, end: sentence.end } }),
      };
      sendAnswer({ question, isKind: false }, async () => (await ask(ReviewVerdictDocument, { input })).reviewVerdict.row);
    },
    wrongKind() {
      const { question } = state;
      if (!question) return;
      const input = { rowId: question.item.row.uuid, wrongKind: true };
      sendAnswer({ question, isKind: true }, async () => (await ask(ReviewRowDocument, { input })).reviewRow.row);
    },
    /** Leaves the row without an answer; it is not asked again here. */
    skip() {
      if (state.question) step(state.question, true);
    },
    /** Withdraws the last answer and shows its question again. */
    undo() {
      const last = past.pop();
      if (!last) return;
      const { question, isKind } = last;
      const rowId = question.item.row.uuid;
      const criterionId = question.item.cells[question.cell]?.criterion.uuid ?? '';
      askAgain(question, null);
      send(
        async () =>
          isKind
            ? (await ask(ReviewRowDocument, { input: { rowId, wrongKind: false } })).reviewRow.row
            : (await ask(ReviewVerdictDocument, { input: { rowId, criterionId, verdict: null } })).reviewVerdict.row,
        (trouble) => {
          past.push(last);
          set({ trouble });
        },
      );
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;
