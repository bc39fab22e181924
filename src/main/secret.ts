import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { openDataDir } from '../db/embedded/data-dir.ts';

const LENGTH_MIN = 32;
const DIFFERENT_MIN = 10;

/** Throws ConfigError when this configuration cannot have a secret; creates nothing. */
async function checkSecret(config: Config): Promise<void> {
  if ((await configuredSecret(config)) === null && config.production)
    throw new ConfigError(
      'AUTH_SECRET: production needs one; make it by `openssl rand -base64 32`, and set AUTH_SECRET, or AUTH_SECRET_FILE to a file that holds it',
    );
}

/**
 * Signs cookies and encrypts settings of the app: AUTH_SECRET or the content of AUTH_SECRET_FILE; outside production otherwise one
 * generated in DATA_DIR, readable by this account only. Throws ConfigError when it is missing or weak.
 */
export async function readSecret(config: Config): Promise<string> {
  await checkSecret(config);
  return (await configuredSecret(config)) ?? keptSecret(config.dataDir);
}

/** The secret of `readSecret` if it exists already, otherwise null. Throws ConfigError for a weak configured one. */
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

/** Gateways that start at the same time get the same secret: the file is created atomically, only if there is none. */
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
