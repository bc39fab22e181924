import { useSyncExternalStore } from 'react';

/** px of a rem: as large as people have set their letters. */
export const REM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const phone = matchMedia('(max-width: 47.99rem)');
const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

/** Whether the window is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => phone.matches);
