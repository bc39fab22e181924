import { readConfig } from '../../config.ts';
import { findServers, settingsOf } from './servers.ts';

/**
 * The settings with a model of this machine in them where they say LLM_PROVIDER=auto; else as they are, and nothing is asked. LLM_MODEL, when it is set,
 * names the model wanted. Where none is found the fallback judges, without one the rules. Says in a line what was found.
 */
export async function withLocalModel(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<NodeJS.ProcessEnv> {
  if (env.LLM_PROVIDER !== 'auto') return env;
  const { localPorts } = readConfig({ LOCAL_PORTS: env.LOCAL_PORTS });
  const wanted = env.LLM_MODEL || null;
  for (const server of await findServers(localPorts)) {
    if (server.kind === 'SearXNG') continue;
    const model = server.models.find((name) => wanted === null || name === wanted);
    if (model === undefined) continue;
    say(`LLM_PROVIDER=auto: ${model} of ${server.kind} at ${server.baseUrl} judges`);
    return { ...env, ...settingsOf(server.baseUrl, model), LLM_API_KEY: '', LLM_FOUND: server.kind };
  }
  say(
    `LLM_PROVIDER=auto: no ${wanted === null ? 'language model' : `model named ${wanted}`} answers on the ports ${localPorts.join(', ')}; the ${env.LLM_FALLBACK_PROVIDER ? 'fallback judges' : 'rules judge'}`,
  );
  const next = { ...env };
  for (const part of ['PROVIDER', 'MODEL', 'BASE_URL', 'API_KEY']) {
    next[`LLM_${part}`] = env[`LLM_FALLBACK_${part}`] ?? '';
    next[`LLM_FALLBACK_${part}`] = '';
  }
  return next;
}
