import type { NextFunction, Request, Response } from 'express';
import { expect, test } from 'vitest';
import { shareTurns } from '../../src/http/guards/turns.ts';

const busyFor = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('requests that one address sends at once hold up another address’s for a turn, and all are begun in order', async () => {
  const share = shareTurns(2);
  const begun: string[] = [];
  const ask = (ip: string, name: string, closed = false) => {
    const next: NextFunction = () => {
      begun.push(name);
      busyFor(1);
    };
    share({ ip, socket: {} } as Request, { closed } as Response, next);
  };

  for (let i = 0; i < 50; i++) ask('203.0.113.1', `a${i}`);
  ask('203.0.113.3', 'gone', true);
  ask('203.0.113.2', 'b');
  const atOnce = begun.length;
  while (begun.length < 51) await new Promise(setImmediate);

  expect(atOnce).toBeLessThan(5);
  expect(begun.indexOf('b')).toBeLessThan(atOnce + 5);
  expect(begun.filter((name) => name !== 'b')).toEqual(Array.from({ length: 50 }, (_, i) => `a${i}`));
});
