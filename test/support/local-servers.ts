import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** JSON answers by path, as model servers and SearXNG give them to a scan. */
const ANSWERS = {
  Ollama: {
    '/api/tags': {
      models: [
        { name: 'nomic-embed-text:latest', model: 'nomic-embed-text:latest', details: { family: 'nomic-bert', families: ['nomic-bert'] } },
        { name: 'mxbai:335m', model: 'mxbai:335m', details: { family: 'bert', families: ['bert'] } },
        { name: 'qwen3:8b', model: 'qwen3:8b', details: { family: 'qwen3', families: ['qwen3'] } },
        { name: 'llama3.2:3b', model: 'llama3.2:3b', details: { family: 'llama', families: null } },
      ],
    },
    '/v1/models': { object: 'list', data: [{ id: 'qwen3:8b', object: 'model', owned_by: 'library' }] },
  },
  'LM Studio': {
    '/api/v0/models': {
      object: 'list',
      data: [
        { id: 'text-embedding-nomic-embed-text-v1.5', type: 'embeddings', state: 'not-loaded' },
        { id: 'gemma-3-12b', type: 'vlm', state: 'loaded' },
        { id: 'mistral-small', type: 'llm', state: 'not-loaded' },
      ],
    },
    '/v1/models': { data: [{ id: 'gemma-3-12b', owned_by: 'organization_owner' }] },
  },
  'llama.cpp': {
    '/v1/models': { object: 'list', data: [{ id: 'qwen3-4b.gguf', owned_by: 'llamacpp', meta: { n_params: 4e9 } }] },
    '/api/tags': { models: [{ name: 'qwen3-4b.gguf', details: { family: '', families: [''] } }] },
    '/props': { total_slots: 1 },
  },
  vLLM: {
    '/version': { version: '0.11.0' },
    '/v1/models': { object: 'list', data: [{ id: 'Qwen/Qwen3-8B', owned_by: 'vllm', max_model_len: 32768 }] },
  },
  SearXNG: {
    '/config': { instance_name: 'SearXNG', engines: [{ name: 'wikipedia' }], categories: ['general'] },
    '/search': { query: 'webset', results: [] },
  },
} satisfies Record<string, Record<string, object>>;

export interface Played extends AsyncDisposable {
  port: number;
  /** The requested paths. */
  asked: string[];
}

/** Simulates such a server on its own port; answers of `more` take precedence. `shut`: paths that it refuses with 403. */
export async function playServer(
  kind: keyof typeof ANSWERS | 'something else',
  more: Record<string, (body: string) => Promise<object> | object> = {},
  shut: string[] = [],
): Promise<Played> {
  const known: Record<string, object> = kind === 'something else' ? { '/': { hello: 'world' } } : ANSWERS[kind];
  const asked: string[] = [];
  const server = createServer(async (req, res) => {
    const path = (req.url ?? '/').split('?', 1)[0] as string;
    asked.push(path);
    let body = '';
    for await (const chunk of req) body += chunk;
    const answer = shut.includes(path) ? undefined : ((await more[path]?.(body)) ?? known[path]);
    const status = shut.includes(path) ? 403 : answer ? 200 : 404;
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? { error: 'no such address' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
