import { many, n } from './format.ts';

export const selectionTexts = {
  selection: {
    bar: 'Selected results',
    row: (title: string) => `Select ${title}`,
    all: 'Select all results',
    count: (count: number) => `${n(count)} selected`,
    verdict: 'Set a verdict…',
    hide: 'Hide',
    show: 'Show again',
    export: 'Export as CSV',
    merge: 'Merge',
    clear: 'Clear selection',
    criterion: 'Criterion',
    dialogTitle: (count: number) => `Your verdict on ${many(count, 'result')}`,
    judged: (count: number) => `Your verdict is saved for ${many(count, 'result')}.`,
    hidden: (count: number) => `${many(count, 'result')} ${count === 1 ? 'is' : 'are'} hidden.`,
    shown: (count: number) => `${many(count, 'result')} ${count === 1 ? 'is' : 'are'} shown again.`,
    merged: (count: number) => `${many(count, 'result')} were merged into one.`,
    title: 'Correct the title…',
    stopped: (done: number, of: number, why: string) => `${n(done)} of ${n(of)} done. ${why}`,
  },

  titles: {
    title: 'Correct the title',
    field: 'Title',
    byPerson: '(title corrected by a person)',
    found: (title: string) => `Found as “${title}”`,
    said: (who: string | null, title: string) => `${who ?? 'Somebody'} changed the title to “${title}”`,
    saved: 'The title was corrected.',
    takenBack: 'The original title was restored.',
  },
};
