import { z } from 'zod';
import { openTransport } from '../../agent/model/transport.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';

/** A model server or search engine that answers on this machine. */
export type LocalServer =
  | { kind: 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM'; baseUrl: string; models: string[] }
  | { kind: 'SearXNG'; baseUrl: string; json: boolean };

/** The default ports of Ollama, LM Studio, vLLM, llama.cpp and SearXNG. */
export const LOCAL_PORTS: readonly number[] = [11434, 1234, 8000, 8080];

const ANSWER_MS = 2000;

const ollama = z.object({
  models: z.array(
    z.object({ name: z.string(), details: z.object({ family: z.string().nullish(), families: z.array(z.string()).nullish() }).nullish() }),
  ),
});
const lmStudio = z.object({ data: z.array(z.object({ id: z.string(), type: z.enum(['llm', 'vlm', 'embeddings']).or(z.string()) })) });
const openAi = z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish() })) });
const searxng = z.object({ engines: z.array(z.unknown()), categories: z.array(z.unknown()) });
const results = z.object({ results: z.array(z.unknown()) });

const EMBEDS = /embed|(?:^|[/-])(?:bge|gte|e5|minilm|all-minilm|rerank\w*)(?:[-:]|$)/i;
const EMBEDDING_FAMILY = /bert|embed/i;
const forText = (name: string) => !EMBEDS.test(name);

/**
 * The servers that answer on these ports of 127.0.0.1 within 2 s, in the order of the ports, identified by their answers. Embedding models
 * and unknown servers are left out.
 */
export async function findServers(ports: readonly number[]): Promise<LocalServer[]> {
  await using transport = openTransport();
  const found = await Promise.all(ports.map((port) => serverAt(`http://127.0.0.1:${port}`, transport.fetch)));
  return found.filter((server) => server !== null);
}

async function serverAt(place: string, fetch: typeof globalThis.fetch): Promise<LocalServer | null> {
  const read = async <T>(path: string, shape: z.ZodType<T>): Promise<T | null> => {
    const [late, answered] = [new AbortController(), new AbortController()];
    void sleepWhileRunning(ANSWER_MS, answered.signal).then(() => late.abort());
    try {
      const response = await fetch(place + path, { signal: late.signal });
      return response.ok ? shape.parse(await response.json()) : null;
    } catch {
      return null;
    } finally {
      answered.abort();
    }
  };
  const baseUrl = `${place}/v1`;
  const [tags, rich, plain, engine] = await Promise.all([
    read('/api/tags', ollama),
    read('/api/v0/models', lmStudio),
    read('/v1/models', openAi),
    read('/config', searxng),
  ]);
  if (rich)
    return { kind: 'LM Studio', baseUrl, models: rich.data.filter((m) => m.type !== 'embeddings' && forText(m.id)).map(({ id }) => id) };
  const ids = plain?.data.map(({ id }) => id).filter(forText) ?? [];
  const owner = plain?.data[0]?.owned_by;
  if (owner === 'vllm') return { kind: 'vLLM', baseUrl, models: ids };
  if (owner === 'llamacpp') return { kind: 'llama.cpp', baseUrl, models: ids };
  if (tags) {
    const isText = ({ name, details }: (typeof tags.models)[number]) =>
      forText(name) && ![details?.family, ...(details?.families ?? [])].some((family) => family && EMBEDDING_FAMILY.test(family));
    return { kind: 'Ollama', baseUrl, models: tags.models.filter(isText).map(({ name }) => name) };
  }
  if (!engine) return null;
  return { kind: 'SearXNG', baseUrl: place, json: (await read('/search?q=webset&format=json', results)) !== null };
}

/** The settings for a model of a server. */
export const settingsOf = (baseUrl: string, model: string) => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: model,
  LLM_BASE_URL: baseUrl,
});
