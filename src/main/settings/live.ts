import type { Logger } from 'pino';
import { openSeal } from '../../auth/seal.ts';
import { withStored } from '../../config/app-settings.ts';
import type { Config } from '../../config.ts';
import type { Client, Database } from '../../db/connection/client.ts';
import { listSettings, SETTINGS_CHANNEL } from '../../db/queries/shared/setting.ts';
import { wordsOf } from '../../domain/errors.ts';
import { type Kept, openKept, usableOf } from './kept.ts';

/** The current configuration of this process, from the environment and the app. */
export interface LiveConfig extends AsyncDisposable {
  config(): Config;
  kept(): Kept;
  /** Reads the database now: when it resolves, earlier changes are in use. */
  reread(): Promise<void>;
  /** Calls `take` with the current settings and after each change; after an error it is called again. */
  follow(take: (config: Config) => Promise<void>): Promise<void>;
}

interface Opened {
  config: Config;
  db: Database;
  sql: Client['sql'];
  /** Null: this process has no secret and uses no stored settings. */
  secret: string | null;
  log: Pick<Logger, 'error'>;
}

const RETRY_MS = 2000;
const NO_SECRET = 'this process has no AUTH_SECRET';
const OTHER_SECRET = 'AUTH_SECRET is another here than where they were set';

/** Reads the stored settings, and again after a change by any process. Invalid ones are left out and logged. */
export async function openLiveConfig({ config: own, db, sql, secret, log }: Opened): Promise<LiveConfig> {
  const seal = secret === null ? null : openSeal(secret);
  const followers: ((config: Config) => Promise<void>)[] = [];
  let config = own;
  let kept: Kept = { stored: new Map(), unreadable: new Set() };
  let seen: string | undefined;
  const take = async () => {
    const rows = await listSettings(db);
    const text = JSON.stringify(rows);
    if (text === seen) return;
    kept = openKept(rows, seal);
    if (kept.unreadable.size > 0)
      log.error({ settings: [...kept.unreadable] }, `settings of the app cannot be read: ${secret === null ? NO_SECRET : OTHER_SECRET}`);
    const usable = usableOf(own, kept.stored, (setting, problem) =>
      log.error({ setting, problem }, 'a setting of the app cannot be used here'),
    );
    config = withStored(own, usable);
    for (const follower of followers) await follower(config);
    seen = text;
  };
  let turn = Promise.resolve();
  const afterTurn = (work: () => Promise<void>) => {
    turn = turn.catch(() => {}).then(work);
    return turn;
  };
  const reread = () => afterTurn(take);
  let retry: NodeJS.Timeout | undefined;
  let isDue = false;
  let isOver = false;
  // the end of an outage brings many notifications: one read serves all of them
  const rereadUntilDone = () => {
    if (isDue || isOver) return;
    isDue = true;
    void afterTurn(() => {
      isDue = false;
      return take();
    }).catch((error: unknown) => {
      if (isOver) return;
      log.error({ cause: wordsOf(error) }, 'the settings of the app cannot be read now');
      clearTimeout(retry);
      retry = setTimeout(rereadUntilDone, RETRY_MS).unref();
    });
  };
  const subscription = await sql.listen(SETTINGS_CHANNEL, rereadUntilDone, () => seen !== undefined && rereadUntilDone());
  await reread();
  return {
    config: () => config,
    kept: () => kept,
    reread,
    follow: (follower) =>
      afterTurn(async () => {
        await follower(config);
        followers.push(follower);
      }),
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(retry);
      await subscription.unlisten().catch(() => {});
      await turn.catch(() => {});
    },
  };
}
