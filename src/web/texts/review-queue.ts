import type { QueueOrder, Verdict } from '../generated/documents.ts';
import { bare, many, n, share } from './format.ts';

export const reviewQueueTexts = {
  reviewQueue: {
    label: 'Review',
    start: 'Answer a few',
    open: 'Review',
    offer: (open: number, all: number) => `${n(open)} of ${many(all, 'result')} ${open === 1 ? 'needs' : 'need'} review.`,
    offerNote: 'Answer about ten, and most of the rest is decided by your answers.',
    question: 'Question',
    orders: 'Which results come first',
    order: { TEACHING: 'Teach', LIKELIHOOD: 'Confirm from the top' } satisfies Record<QueueOrder, string>,
    orderNotes: {
      TEACHING: 'The results whose answers decide most others',
      LIKELIHOOD: 'The likeliest results first',
    } satisfies Record<QueueOrder, string>,
    answers: { match: 'Yes', partial: 'Partly', no_match: 'No', needs_review: 'Cannot tell' } satisfies Record<Verdict, string>,
    wrongKind: 'Wrong kind',
    wrongKindNote: 'It is another kind of thing than what is looked for. It is hidden.',
    skip: 'Skip',
    undo: 'Undo',
    place: (at: number, of: number) => `Criterion ${n(at)} of ${n(of)}`,
    likelihood: (likelihood: number) => `${share(likelihood)} likely so far`,
    sentences: 'If a sentence decides it, choose that first.',
    noSentences: 'No sentence was picked out yet. Open the page to see what it says.',
    nothing: 'Nothing left to ask',
    nothingNote: 'Every result has an answer, or was skipped here.',
    learning: ({
      answers,
      decided,
      rows,
      right,
    }: {
      answers: number;
      decided: number;
      rows: number;
      right: { precision: number; low: number; high: number } | null;
    }) =>
      `${many(answers, 'answer')}: ${n(decided)} of ${n(rows)} decided${right ? `, about ${share(right.precision)} right (${bare(right.low)} to ${bare(right.high)})` : ''}`,
    notCurrent: 'Learning from your answers',
    noneMet: 'No yes so far: without one, no result can be decided to match. Look among the likeliest, under “Confirm from the top”.',
  },
};
