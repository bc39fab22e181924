import type { NextFunction, Request, Response } from 'express';
import { expect, test } from 'vitest';
import { shareTurns } from '../../src/http/guards/turns.ts';

test('requests that one address sends at once hold up another address’s for a turn, and all are begun in order', async () => {
  let now = 0;
  const share = shareTurns(2, () => now);
  const begun: string[] = [];
  const ask = (ip: string, name: string, closed = false) => {
    const next: NextFunction = () => {
      begun.push(name);
      now++; // each is at work for a millisecond
    };
    share({ ip, socket: {} } as Request, { closed } as Response, next);
  };

  for (let i = 0; i < 50; i++) ask('203.0.113.1', `a${i}`);
  ask('203.0.113.3', 'gone', true);
  ask('203.0.113.2', 'b');
  const atOnce = [...begun];
  while (begun.length < 51) await new Promise(setImmediate);

  expect(atOnce).toEqual(['a0', 'a1']);
  expect(begun.indexOf('b')).toBe(3);
  expect(begun.filter((name) => name !== 'b')).toEqual(Array.from({ length: 50 }, (_, i) => `a${i}`));
});
