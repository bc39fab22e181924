import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, openHouse } from '../support/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('each of the app’s places is its page, under a policy that lets no inline script or style in', async () => {
  for (const path of ['/', '/w/5e2b9c1e-6f0e-4c6e-9d3e-0a4b6d0f1c11', '/settings', '/auth/login', '/auth/sign-up', '/auth/account']) {
    const response = await house.get(path);
    const page = await response.text();

    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page).toContain('<div id="app">');
    expect(page).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|https?:/);
  }
});

test('its files are kept for good by their hash, and come zipped to who takes that', async () => {
  const page = await (await house.get('/')).text();
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name as string);

  expect(names.length).toBeGreaterThan(2);
  for (const name of names) {
    const [plain, zipped] = [
      await house.get(name, { 'accept-encoding': 'identity' }),
      await house.get(name, { 'accept-encoding': 'gzip' }),
    ];
    expect(name).toMatch(/-[\w-]{8}\.\w+$/);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(await plain.text());
  }
});

test('an address that leads nowhere is the app’s page with 404 to a browser, and JSON to a program', async () => {
  const seen = await house.get('/nowhere', BROWSER);
  const called = await house.get('/nowhere');

  expect([seen.status, seen.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect([called.status, await called.json()]).toEqual([404, { error: 'Not Found' }]);
  expect((await house.get('/assets/../../package.json', BROWSER)).status).toBe(404);
  expect((await house.get('/assets/none.js')).status).toBe(404);
});

test('the doors for programs answer browsers as they answer everybody', async () => {
  for (const path of ['/api/nothing', '/api/sessions/x/export', '/samples/nothing', '/docs/nothing'])
    expect([path, (await house.get(path, BROWSER)).headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
});
