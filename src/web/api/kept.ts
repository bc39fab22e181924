import { useSyncExternalStore } from 'react';

/** A value in the browser's storage, as JSON; with `session` for this tab only. Without storage it lasts as long as the page. */
export function kept<T>(name: string, fallback: T, where: 'local' | 'session' = 'local') {
  const key = `webset.${name}`;
  const listeners = new Set<() => void>();
  const storage = () => (where === 'local' ? localStorage : sessionStorage);
  let value = read();

  function read(): T {
    try {
      const text = storage().getItem(key);
      return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
      return fallback;
    }
  }

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const get = () => value;
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', fromElsewhere);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', fromElsewhere);
    };
  };
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key !== key || where === 'session') return;
    value = read();
    notify();
  };

  return {
    get,
    set(next: T) {
      value = next;
      try {
        storage().setItem(key, JSON.stringify(next));
      } catch {} // full or not allowed: kept in memory
      notify();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
