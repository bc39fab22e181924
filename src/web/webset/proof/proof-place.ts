import { useCallback, useEffect, useRef, useState } from 'react';

/** A place in the grid: a row, by its UUID, and a column, by its key. */
export interface Place {
  row: string;
  column: string;
}

const SETTLES_MS = 250; // browsers limit how often an address may change

/** This page's address with other parameters; null removes one, a list repeats it. */
export function addressWith(change: Record<string, string | readonly string[] | null>): string {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    params.delete(name);
    for (const one of value === null ? [] : typeof value === 'string' ? [value] : value) params.append(name, one);
  }
  const query = params.toString();
  return location.pathname + (query && `?${query}`);
}

const addressOf = (place: Place | null) => addressWith({ row: place?.row ?? null, column: place?.column ?? null });

function placeHere(): Place | null {
  const params = new URLSearchParams(location.search);
  const row = params.get('row');
  return row ? { row, column: params.get('column') ?? 'overall' } : null;
}

const isOurs = () => (history.state as { proof?: boolean } | null)?.proof === true;

/** The focused cell, and whether its proof is open. An open proof is in the address: a reload or link shows it, Back closes it. */
export function useProofPlace() {
  const [active, setActive] = useState<Place | null>(placeHere);
  const [isOpen, setOpen] = useState(active !== null);
  const leaving = useRef(false);

  const open = useCallback((place: Place) => {
    setActive(place);
    setOpen(true);
    if (!leaving.current && placeHere() === null) history.pushState({ ...history.state, proof: true }, '', addressOf(place));
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    if (placeHere() === null || leaving.current) return;
    leaving.current = isOurs();
    if (leaving.current) history.back();
    else history.replaceState(history.state, '', addressOf(null));
  }, []);

  const latest = useRef({ active, isOpen });
  latest.current = { active, isOpen };
  useEffect(() => {
    const onPop = () => {
      const { active: at, isOpen: wanted } = latest.current;
      if (leaving.current) {
        leaving.current = false;
        if (wanted && at) history.pushState({ ...history.state, proof: true }, '', addressOf(at)); // opened again meanwhile
        return;
      }
      const here = placeHere();
      if (here) setActive(here);
      setOpen(here !== null);
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  useEffect(() => {
    if (!isOpen || !active) return;
    const timer = setTimeout(() => placeHere() !== null && history.replaceState(history.state, '', addressOf(active)), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [active, isOpen]);

  return { active, setActive, isOpen, open, close };
}
