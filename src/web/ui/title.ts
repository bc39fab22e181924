import { useEffect } from 'react';
import { words } from '../texts/texts.ts';

/** Sets the title of the browser's tab while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? words.brand : `${title} · ${words.brand}`;
  }, [title]);
}
