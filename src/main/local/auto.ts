import { findServers, LOCAL_PORTS, settingsOf } from './servers.ts';

/**
 * With LLM_PROVIDER=auto, returns the settings with a model of this machine (LLM_MODEL, if set); otherwise unchanged and without any call.
 * If none is found, the fallback judges, or the rules. Reports the result in one line.
 */
export async function withLocalModel(env: NodeJS.ProcessEnv, say: (line: string) => void, ports = LOCAL_PORTS): Promise<NodeJS.ProcessEnv> {
  if (env.LLM_PROVIDER !== 'auto') return env;
  const wanted = env.LLM_MODEL || null;
  for (const server of await findServers(ports)) {
    if (server.kind === 'SearXNG') continue;
    const model = server.models.find((name) => wanted === null || name === wanted);
    if (model === undefined) continue;
    say(`LLM_PROVIDER=auto: ${model} of ${server.kind} at ${server.baseUrl} judges`);
    return { ...env, ...settingsOf(server.baseUrl, model), LLM_API_KEY: '', LLM_FOUND: server.kind };
  }
  say(
    `LLM_PROVIDER=auto: no ${wanted === null ? 'language model' : `model named ${wanted}`} answers on the ports ${ports.join(', ')}; the ${env.LLM_FALLBACK_PROVIDER ? 'fallback judges' : 'rules judge'}`,
  );
  const next = { ...env };
  for (const part of ['PROVIDER', 'MODEL', 'BASE_URL', 'API_KEY']) {
    next[`LLM_${part}`] = env[`LLM_FALLBACK_${part}`] ?? '';
    next[`LLM_FALLBACK_${part}`] = '';
  }
  return next;
}
