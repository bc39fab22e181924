import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('each address of the app returns its page, under a policy that forbids inline scripts and styles', async () => {
  for (const path of [
    '/',
    '/w/5e2b9c1e-6f0e-4c6e-9d3e-0a4b6d0f1c11',
    '/s/5e2b9c1e-6f0e-8c6e-9d3e-0a4b6d0f1c11',
    '/settings',
    '/collections',
    '/auth/login',
    '/auth/sign-up',
    '/auth/account',
  ]) {
    const response = await service.get(path);
    const page = await response.text();

    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page).toContain('<div id="app">');
    expect(page).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|https?:/);
  }
});

test('its files are cached forever by their hash, and compressed for clients that accept it', async () => {
  const page = await (await service.get('/')).text();
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name as string);

  expect(names.length).toBeGreaterThan(2);
  for (const name of names) {
    const [plain, zipped] = [
      await service.get(name, { 'accept-encoding': 'identity' }),
      await service.get(name, { 'accept-encoding': 'gzip' }),
    ];
    expect(name).toMatch(/-[\w-]{8}\.\w+$/);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(await plain.text());
  }
});

test('an unknown address returns the app’s page with 404 to a browser, and JSON to a program', async () => {
  const seen = await service.get('/nowhere', BROWSER);
  const called = await service.get('/nowhere');

  expect([seen.status, seen.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect([called.status, await called.json()]).toEqual([404, { error: 'Not Found' }]);
  expect((await service.get('/assets/../../package.json', BROWSER)).status).toBe(404);
  expect((await service.get('/assets/none.js')).status).toBe(404);
});

test('the API endpoints answer browsers like other clients', async () => {
  for (const path of ['/api/nothing', '/api/sessions/x/export', '/samples/nothing', '/docs/nothing'])
    expect([path, (await service.get(path, BROWSER)).headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
});
