import { expect, test } from 'vitest';
import { FAULTS } from '../../src/domain/errors.ts';

test('each code has its own status, so that library errors and the OpenAPI description map to it', () => {
  const statuses = Object.values(FAULTS).map(({ status }) => status);

  expect(new Set(statuses).size).toBe(statuses.length);
});
