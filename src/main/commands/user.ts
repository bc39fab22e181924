import { accountOf, addAccount, resetPassword } from '../../auth/operator.ts';
import type { Config } from '../../config.ts';
import { type Client, openClient } from '../../db/connection/client.ts';
import { openListener } from '../../db/connection/listener.ts';
import { setOperator } from '../../db/queries/shared/setting.ts';
import { listUsers } from '../../db/queries/websets/account.ts';
import { openSender } from '../../queue/job-queue.ts';
import { deleteAccount } from '../../services/accounts.ts';
import { openDatabase } from '../database.ts';

type Work = (client: Client, email: string, databaseUrl: string) => Promise<string>;

const withClient =
  (work: Work) =>
  async (config: Config, email: string): Promise<number> => {
    const databaseUrl = await openDatabase(config);
    await using client = openClient(databaseUrl, { max: 3, name: 'webset user' });
    console.log(await work(client, email, databaseUrl));
    return 0;
  };

/** `user list`: every account, with the number of its websets. */
export const listAccounts = (config: Config) =>
  withClient(async ({ db }) => {
    const users = await listUsers(db);
    const lines = users.map(
      ({ email, createdAt, websets }) => `${email}  since ${createdAt.toISOString().slice(0, 10)}  ${counted(websets)}`,
    );
    return lines.length > 0 ? lines.join('\n') : 'nobody has an account yet';
  })(config, '');

const counted = (websets: number) => `${websets} webset${websets === 1 ? '' : 's'}`;

/** `user add`: creates an account and prints its password. */
export const addUser = withClient(async ({ db }, email) => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error(`${email} is not an e-mail address`);
  return `${email} signs in with the password ${await addAccount(db, email)}`;
});

/** `user reset-password`: sets a new password, prints it, and signs the account out everywhere. */
export const resetUser = withClient(async ({ db }, email) => `${email} signs in with the password ${await resetPassword(db, email)}`);

/** `user delete`: deletes an account with all its websets. */
export const deleteUser = withClient(async ({ db, sql }, email, databaseUrl) => {
  const id = await accountOf(db, email);
  await using listener = await openListener(sql);
  await using queue = openSender(databaseUrl, { onError: () => {} });
  await deleteAccount({ db, listener, queue }, id);
  return `${email} is gone, with all websets`;
});

/** `user operator`: sets the account that may configure the service in the app. */
export const nameOperator = withClient(async ({ db }, email) => {
  await setOperator(db, await accountOf(db, email));
  return `${email} may set keys, models and search services in the app`;
});
