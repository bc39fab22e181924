import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { openDataDir } from '../db/embedded/data-dir.ts';

const LENGTH_MIN = 32;
const DIFFERENT_MIN = 10;

/** Throws ConfigError when this configuration can have no secret; nothing is made yet. */
async function checkSecret(config: Config): Promise<void> {
  if ((await configuredSecret(config)) === null && config.production)
    throw new ConfigError(
      'AUTH_SECRET: production needs one; make it by `openssl rand -base64 32`, and set AUTH_SECRET, or AUTH_SECRET_FILE to a file that holds it',
    );
}

/**
 * What signs the cookies, and encrypts what is set in the app: AUTH_SECRET, or what AUTH_SECRET_FILE holds; outside production else one that is made and kept in DATA_DIR, for
 * our account's eyes only. Throws ConfigError when there is none, or a weak one.
 */
export async function readSecret(config: Config): Promise<string> {
  await checkSecret(config);
  return (await configuredSecret(config)) ?? keptSecret(config.dataDir);
}

/** The secret that `readSecret` answers, where there is one already; null where there is none. Throws ConfigError for a weak one that is configured. */
export async function findSecret(config: Config): Promise<string | null> {
  const found = await configuredSecret(config);
  if (found !== null || config.production) return found;
  return readFile(keptAt(config.dataDir), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

const keptAt = (dataDir: string) => join(dataDir, 'auth-secret');

async function configuredSecret({ authSecret, authSecretFile }: Config): Promise<string | null> {
  if (authSecret !== undefined) return strong('AUTH_SECRET', authSecret);
  if (authSecretFile === undefined) return null;
  try {
    return strong('AUTH_SECRET_FILE', (await readFile(authSecretFile, 'utf8')).trim());
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`AUTH_SECRET_FILE: ${authSecretFile} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function strong(name: string, secret: string): string {
  if (secret.length >= LENGTH_MIN && new Set(secret).size >= DIFFERENT_MIN) return secret;
  throw new ConfigError(`${name}: too weak; make one of ${LENGTH_MIN} random characters or more by \`openssl rand -base64 32\``);
}

/** Gateways that start at once find the same one: the file appears with its content, and only if there is none. */
async function keptSecret(dataDir: string): Promise<string> {
  const path = keptAt(dataDir);
  await openDataDir(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return strong(path, (await readFile(path, 'utf8')).trim());
}
