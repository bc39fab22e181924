import { useSyncExternalStore } from 'react';

/** Pixels of a rem: it follows the person's font size. */
export const REM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const phone = matchMedia('(max-width: 47.99rem)');
const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

/** Whether the window is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => phone.matches);
