import { useEffect, useRef, useState } from 'react';
import { ReadCriterionDocument } from '../generated/documents.ts';
import { ask } from './client.ts';

const PAUSE_MS = 400;
const KEPT = 300;
const NOTHING: readonly string[] = [];

/** Readings fetched so far, by request and label. */
const kept = new Map<string, readonly string[]>();
const keyOf = (request: string, label: string) => `${request.trim()}\n${label.trim()}`;

/** Stores how criteria of a request are understood, so that this is not fetched again. */
export function keepReadings(request: string, criteria: readonly { label: string; asks: readonly string[] }[]): void {
  if (kept.size >= KEPT) kept.clear();
  for (const { label, asks } of criteria) kept.set(keyOf(request, label), asks);
}

/**
 * How a criterion is understood while it is written: fetched at a pause, at once for a label that is there from the start. Empty for an
 * empty label or without the service. `request` null: another plan is coming, readings stay.
 */
export function useReading(request: string | null, label: string): readonly string[] {
  const [asks, setAsks] = useState(() => kept.get(keyOf(request ?? '', label)) ?? NOTHING);
  const isFirst = useRef(true);
  useEffect(() => {
    if (request === null) return;
    const pause = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    const known = label.trim() === '' ? NOTHING : kept.get(keyOf(request, label));
    if (known) return setAsks(known);
    let isStale = false;
    const timer = setTimeout(async () => {
      const found = await ask(ReadCriterionDocument, { request: request.trim(), label: label.trim() }).then(
        ({ readCriterion }) => readCriterion,
        () => null,
      );
      if (found) keepReadings(request, [{ label, asks: found }]);
      if (!isStale) setAsks(found ?? NOTHING);
    }, pause);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [request, label]);
  return asks;
}
