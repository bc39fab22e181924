import { accountTexts } from './account.ts';
import { cellsTexts } from './cells.ts';
import { collectionTexts } from './collections.ts';
import { fillTexts } from './fill.ts';
import { filterTexts } from './filters.ts';
import { waiting } from './format.ts';
import { homeTexts } from './home.ts';
import { keysTexts } from './keys.ts';
import { outcomeTexts } from './outcome-texts.ts';
import { reviewQueueTexts } from './review-queue.ts';
import { runTexts } from './run-texts.ts';
import { selectionTexts } from './selection.ts';
import { viewTexts } from './views.ts';
import { websetTexts } from './webset-texts.ts';

// Every English text of the app, by its place in the app.
export const words = {
  brand: 'Webset',
  skip: 'Skip to the content',
  top: { collections: 'Your pages', settings: 'Settings', signIn: 'Sign in', account: 'Account', label: 'Webset' },
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  retry: 'Try again',
  undo: 'Undo',
  loading: 'Loading',
  more: 'Show more',
  home: 'Back to the start',
  readAs: (asks: readonly string[]) => `Read as: ${asks.join(' · ')}`,

  trouble: {
    offline: () => 'The service cannot be reached. Check your connection.',
    unavailable: () => 'The service has trouble at the moment. Try again in a while.',
    unauthorized: (_message?: string, _wait?: number) => 'Sign in first.',
    forbidden: (_message?: string, _wait?: number) => 'This webset belongs to another account.',
    missing: (_message?: string, _wait?: number) => 'There is no such webset any more.',
    conflict: (message: string, _wait?: number) => `${message}.`,
    limited: (_message: string, wait: number) =>
      `That is a lot in one hour. Wait ${waiting(wait)}; with an account the limit is ten times as high.`,
    invalid: (message: string, _wait?: number) => message,
    unknown: (_message?: string, _wait?: number) => 'Something went wrong in the service. It has been logged there.',
  },

  states: {
    offline: { title: 'No connection', text: 'The service cannot be reached. This page goes on by itself once it can.' },
    unavailable: {
      title: 'The service has trouble',
      text: 'It answers, but cannot reach its database at the moment. Nothing of yours is lost.',
    },
    unauthorized: { title: 'Sign in to go on', text: 'Only people with an account can use this service.' },
    forbidden: {
      title: 'This webset belongs to somebody else',
      text: 'It belongs to an account. If it is yours, sign in with that account; else ask its owner for an export.',
    },
    missing: { title: 'There is no such webset', text: 'It may have been deleted, or its address may be incomplete.' },
    limited: { title: 'Too much at once', text: '' },
    unknown: { title: 'Something went wrong', text: 'The service met an error and has logged it. Trying again may help.' },
    page: { title: 'There is no such page', text: 'The address leads nowhere.' },
    newer: { title: 'There is a new version of the app', text: 'The service has a newer version of this page. Reload it to go on.' },
    crashed: { title: 'This page broke', text: 'That is our mistake. Reloading it usually helps; your websets are safe.' },
    reload: 'Reload it',
    lost: 'No connection. What you see may be out of date.',
    lostUnavailable: 'The service has trouble. What you see may be out of date.',
    lostLimited: 'Too many open pages receive live results. What you see is a little behind.',
  },

  ...cellsTexts,
  ...collectionTexts,
  ...homeTexts,
  ...keysTexts,
  ...selectionTexts,
  ...viewTexts,
  ...websetTexts,
  ...runTexts,
  ...fillTexts,
  ...filterTexts,
  ...outcomeTexts,
  ...reviewQueueTexts,
  ...accountTexts,
};
