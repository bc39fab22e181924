import { cut } from './format.ts';

export const viewTexts = {
  views: {
    menu: 'Views',
    named: (name: string, isChanged: boolean) => `${cut(name, 30)}${isChanged ? ' *' : ''}`,
    all: 'Without a view',
    save: 'Save as a view…',
    saveChanges: (name: string) => `Save the changes to “${cut(name)}”`,
    rename: (name: string) => `Rename “${cut(name)}”…`,
    remove: (name: string) => `Delete “${cut(name)}”`,
    removed: (name: string) => `“${cut(name)}” is deleted.`,
    none: 'The tab and the filter on the verdict exclude each other.',
    saved: 'The view is saved.',
    newTitle: 'Save as a view',
    renameTitle: 'Rename the view',
    name: 'Name',
    hint: 'A view keeps the tab, the order, the filters and the columns. Everybody who can open the webset sees it.',
    export: (name: string) => `Only the view “${cut(name, 40)}”`,
  },
};
