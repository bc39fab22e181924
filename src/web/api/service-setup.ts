import { useSyncExternalStore } from 'react';
import { ServiceDocument, type ServiceQuery } from '../generated/documents.ts';
import { ask } from './client.ts';
import { asTrouble, type Trouble } from './trouble.ts';

export type Service = ServiceQuery['service'];

let known: Service | null = null;
let failed: Trouble | null = null;
let asked = false;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

/** Fetches the service's setup; once it is known, it is not fetched again. */
export function learnService(): void {
  if (asked) return;
  asked = true;
  failed = null;
  ask(ServiceDocument, {}).then(
    ({ service }) => {
      known = service;
      notify();
    },
    (error: unknown) => {
      asked = false;
      failed = asTrouble(error);
      notify();
    },
  );
}

/** Fetches the setup again after a change; the known one stays until the answer arrives. */
export function relearnService(): void {
  asked = false;
  learnService();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  if (!failed) learnService();
  return () => void listeners.delete(listener);
};

/** The language model that judges and plans; null where there is none or it is not known. */
export const useModel = (): string | null => useService()?.models.find(({ name, enabled }) => enabled && name !== 'rules')?.name ?? null;

/** The service's setup; null until it is known, or where only signed-in people may see it. */
export const useService = () => useSyncExternalStore(subscribe, () => known);
export const useServiceTrouble = () => useSyncExternalStore(subscribe, () => failed);
