import { expect, test } from 'vitest';
import { faultOfDatabase } from '../../src/db/connection/faults.ts';

test('a database whose files cannot grow is one that cannot serve now, whatever stops them', () => {
  const faults = [
    { code: '53100' },
    { code: '58030' },
    { code: 'XX000', routine: 'mdzeroextend' },
    { code: 'XX000', routine: 'mdextend' },
    { code: 'XX000', routine: 'heap_insert' },
  ].map((said) => faultOfDatabase(new Error('failed', { cause: Object.assign(new Error('could not'), said) }))?.code ?? null);

  expect(faults).toEqual([...Array(4).fill('SERVICE_UNAVAILABLE'), null]);
});
