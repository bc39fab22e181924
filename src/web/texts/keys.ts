import type { GRID_KEYS, HEAD_KEYS, QUEUE_KEYS, VALUE_KEYS } from '../webset/keys/keys.ts';

import { n } from './format.ts';

export const keysTexts = {
  commands: {
    title: 'Commands',
    find: 'Find a command by its words',
    none: 'No command has these words.',
    tab: (tab: string, count: number) => `Show “${tab}” (${n(count)})`,
    view: (name: string) => `Open the view “${name}”`,
    home: 'All websets',
  },

  keys: {
    title: 'Keys',
    open: 'Keys',
    note: 'They work while the results or the review have the focus.',
    sections: { grid: 'On a result', value: 'On a value', head: 'On the head of a column', queue: 'In the review' },
    moves: {
      Arrows: 'Move by a cell; up from the first row to the heads',
      'Shift+Arrows': 'Select cells, to be copied with Ctrl+C',
      'Home, End': 'To the first or last column; with Ctrl to the first or last row',
      'Page Up, Page Down': 'By a screen',
      Escape: 'Close what is open beside the results',
      '/': 'Filter by text, anywhere on the page',
      'Ctrl+K': 'All commands, anywhere on the page',
    } as Record<string, string>,
    grid: {
      open: 'Open the proof of the cell',
      link: 'Open the link of the cell, or the page',
      select: 'Select the result, or deselect it',
      selectTo: 'Select up to here',
      selectAll: 'Select all results',
      act: 'Confirm the suggested value, or open the link',
      hide: 'Hide the result, or the selected ones',
      title: 'Correct the title',
      help: 'Show these keys',
    } satisfies Record<keyof typeof GRID_KEYS, string>,
    value: {
      edit: 'Correct the value; typing replaces it',
      empty: 'Say that the page gives none',
    } satisfies Record<keyof typeof VALUE_KEYS, string>,
    head: {
      menu: 'Open the menu of the column',
      moveLeft: 'Move the column to the left',
      moveRight: 'Move the column to the right',
      wider: 'Make it wider',
      narrower: 'Make it narrower',
      pin: 'Pin it, or unpin it',
      help: 'Show these keys',
    } satisfies Record<keyof typeof HEAD_KEYS, string>,
    queue: {
      match: 'Yes',
      partial: 'Partly',
      no_match: 'No',
      needs_review: 'Not sure',
      sentence: 'Choose the sentence that decides',
      wrongKind: 'It is another kind of thing',
      skip: 'Skip',
      undo: 'Take the last answer back',
      help: 'Show these keys',
    } satisfies Record<keyof typeof QUEUE_KEYS, string>,
    names: { ' ': 'Space', Enter: 'Enter', ArrowLeft: '←', ArrowRight: '→' } as Record<string, string>,
  },
};
