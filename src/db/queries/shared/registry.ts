import { eq } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { registryHost } from '../../tables/shared.ts';

const HOSTS = 100;

/** The hosts that a registrant's identifiers led to. */
export async function listRegistryHosts(tx: Tx, registrant: string): Promise<string[]> {
  const found = await tx.select({ host: registryHost.host }).from(registryHost).where(eq(registryHost.registrant, registrant)).limit(HOSTS);
  return found.map(({ host }) => host);
}

export async function saveRegistryHosts(tx: Tx, registrant: string, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return;
  await tx
    .insert(registryHost)
    .values(hosts.map((host) => ({ registrant, host })))
    .onConflictDoNothing();
}
