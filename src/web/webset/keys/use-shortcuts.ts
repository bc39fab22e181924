import { useEffect, useRef } from 'react';

const WRITES = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Keys of the whole page: `/` outside of fields, and Ctrl+K (on a Mac also Command+K). Not while a dialog is open. */
export function useShortcuts(onSearch: () => void, onCommands: () => void): void {
  const latest = useRef({ onSearch, onCommands });
  latest.current = { onSearch, onCommands };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || document.querySelector('dialog[open]')) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === 'k') latest.current.onCommands();
      else if (!isCommand && event.key === '/' && !(event.target as Element).matches(WRITES)) latest.current.onSearch();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
