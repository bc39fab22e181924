import type { QueueOrder, Verdict } from '../generated/documents.ts';
import { bare, cut, many, n, share } from './format.ts';

/** A figure and its 90 % interval. */
interface Range {
  at: number;
  low: number;
  high: number;
}

/** The progress of learning a criterion from answers. */
interface Learning {
  label: string;
  answers: number;
  found: number | null;
  right: Range | null;
  missed: Range | null;
}

export const reviewQueueTexts = {
  reviewQueue: {
    label: 'Review',
    start: 'Answer a few',
    open: 'Review',
    offer: (open: number, all: number) => `${n(open)} of ${many(all, 'result')} ${open === 1 ? 'needs' : 'need'} review.`,
    offerNote: 'Answer about ten, with at least three yes and three no for each criterion, and your answers decide most of the rest.',
    question: 'Question',
    orders: 'Which results come first',
    order: { TEACHING: 'Teach', LIKELIHOOD: 'Confirm from the top' } satisfies Record<QueueOrder, string>,
    orderNotes: {
      TEACHING: 'The results whose answers decide most others',
      LIKELIHOOD: 'The likeliest results first',
    } satisfies Record<QueueOrder, string>,
    answers: { match: 'Yes', partial: 'Partly', no_match: 'No', needs_review: 'Not sure' } satisfies Record<Verdict, string>,
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
    learning: ({ label, answers, found, right, missed }: Learning) =>
      [
        `“${cut(label)}”: ${many(answers, 'answer')}${found === null ? '' : `, ${many(found, 'result meets', 'results meet')} it`}`,
        right && `about ${share(right.at)} of those you did not answer are right (${bare(right.low)} to ${bare(right.high)})`,
        missed && `about ${n(Math.round(missed.at))} more may meet it (${n(Math.floor(missed.low))} to ${n(Math.ceil(missed.high))})`,
      ]
        .filter((part) => part !== null)
        .join('; '),
    untaught: (yes: number, no: number) =>
      `Nothing else is decided yet: that takes three yes and three no, so far ${n(yes)} and ${n(no)}. A wrong kind counts as a no.`,
    notCurrent: 'Learning from your answers',
    noneMet: 'No yes so far: without one, no result can be decided to match. Look among the likeliest, under “Confirm from the top”.',
  },

  byAnswers: {
    denied: (count: number) =>
      `No sentence on ${count === 1 ? 'its page' : 'their pages'} says no: answers on other results make ${count === 1 ? 'it' : 'them'} unlikely.`,
    review: 'Review them instead',
    open: 'In this webset, answers on other results do not decide that a result is no match.',
    deny: 'Let them decide again',
  },
};
