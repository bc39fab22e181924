import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setPassword } from '../../src/db/queries/websets/account.ts';
import { authAccount, authUser } from '../../src/db/tables/auth.ts';
import { openTestService } from '../support/test-service.ts';

test('a user whom a broken-off sign-up left without a password can be given one', async () => {
  await using service = await openTestService();
  await service.db.insert(authUser).values({ id: 'half', email: 'half@example.org', name: '' });

  await setPassword(service.db, 'half', 'a hash');
  await setPassword(service.db, 'half', 'another hash');

  const held = await service.db.select().from(authAccount).where(eq(authAccount.userId, 'half'));
  expect(held).toMatchObject([{ providerId: 'credential', password: 'another hash' }]);
});
