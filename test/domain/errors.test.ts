import { expect, test } from 'vitest';
import { FAULTS } from '../../src/domain/errors.ts';

test('each code has a status of its own, so that errors of libraries and the OpenAPI description find it by that', () => {
  const statuses = Object.values(FAULTS).map(({ status }) => status);

  expect(new Set(statuses).size).toBe(statuses.length);
});
