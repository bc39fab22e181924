import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Parts of the app whose files could not be loaded are loaded again, in the same page.

let served: Map<string, number>;
let asked: string[];

beforeEach(() => {
  const here = [{ getAttribute: (name: string) => (name === 'src' ? '/assets/main.js' : null) }];
  vi.stubGlobal('document', { querySelectorAll: () => here });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const status = served.get(path);
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response('', { status });
  });
  served = new Map();
  asked = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a part is imported once all its files were loaded, and a loaded file is not fetched again', async () => {
  const { lateImport } = await import('../../../src/web/ui/late-import.ts');
  const load = vi.fn(async () => 'part');
  const files = ['assets/main.js', 'assets/proof.js', 'assets/sheet.js'];

  await expect(lateImport(load, files)).rejects.toThrow('Failed to fetch');
  served.set('/assets/proof.js', 200);
  served.set('/assets/sheet.js', 404);
  await expect(lateImport(load, files)).rejects.toThrow('assets/sheet.js answers 404');
  expect(load).not.toHaveBeenCalled();
  served.set('/assets/sheet.js', 200);
  asked = [];

  expect(await lateImport(load, files)).toBe('part');
  expect(asked).toEqual(['/assets/sheet.js']);
  expect(await lateImport(load, files)).toBe('part');
  expect(asked).toEqual(['/assets/sheet.js']);
  expect(load).toHaveBeenCalledTimes(2);
});
