import { afterAll, beforeAll, vi } from 'vitest';
import { openTestService, type TestService } from '../../support/test-service.ts';

export let service: TestService;
let line = new AbortController();
let isCut = false;

/** The browser environment of the app's modules, in Node: a visible page, and the service at its own address. */
export function beginPage(): void {
  beforeAll(async () => {
    service = await openTestService();
    const { fetch } = globalThis;
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('location', new URL(service.url));
    vi.stubGlobal('fetch', (to: string | URL, init: RequestInit = {}) => {
      if (typeof to !== 'string' || !to.startsWith('/')) return fetch(to, init); // of the test itself
      if (isCut) return Promise.reject(new TypeError('Failed to fetch'));
      const signal = init.signal ? AbortSignal.any([init.signal, line.signal]) : line.signal;
      return fetch(new URL(to, service.url), { ...init, signal });
    });
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await service[Symbol.asyncDispose]();
  });
}

/** Cuts the connection, with all open requests. */
export function cut(): void {
  isCut = true;
  line.abort(new TypeError('network error'));
}

/** Restores the connection, as the browser reports it. */
export function mend(): void {
  isCut = false;
  line = new AbortController();
  window.dispatchEvent(new Event('online'));
}

/** The page becomes visible again. */
export const look = () => document.dispatchEvent(new Event('visibilitychange'));
