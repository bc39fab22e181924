import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { chooseModel, type ModelOptions } from '../../../src/main/commands/model.ts';
import { serviceFacts } from '../../../src/main/facts.ts';
import { withLocalModel } from '../../../src/main/local/auto.ts';
import { changesOf, withSettings } from '../../../src/main/local/env-file.ts';
import { findServers } from '../../../src/main/local/servers.ts';
import { readPrompt } from '../../support/agent/model-server.ts';
import { playServer } from '../../support/local-servers.ts';
import { freePort } from '../../support/port.ts';
import { openFolder } from '../../support/postgres/embedded.ts';
import { openTestService, type TestService } from '../../support/test-service.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A chat endpoint that judges the page correctly. */
const chat = (body: string) => {
  const { messages, model } = JSON.parse(body);
  const { passages } = readPrompt(messages[0].content, messages.at(-1).content);
  const content = JSON.stringify({
    criteria: [{ id: 'c1', says: 'yes', passage: 1, quote: passages[0]?.text, note: 'less than five' }],
    columns: [],
  });
  return {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
  };
};
const CHAT = { '/v1/chat/completions': chat };

async function choose(ports: number[], text: string | null, options: ModelOptions = {}, answer?: boolean) {
  await using folder = await openFolder();
  const file = `${folder.path}/.env`;
  if (text !== null) await writeFile(file, text);
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const confirm = answer === undefined ? null : async () => answer;
  const ended = await chooseModel(readConfig({}), options, { file, ports, confirm }).catch((error: Error) => error.message);
  const written = await readFile(file, 'utf8').catch(() => null);
  return { ended, said: lines.join('\n'), written, mode: written === null ? 0 : (await stat(file)).mode & 0o777 };
}

test('all five servers are recognised by their answers on any port, without embedding models', async () => {
  await using searxng = await playServer('SearXNG');
  await using vllm = await playServer('vLLM');
  await using stranger = await playServer('something else');
  await using llama = await playServer('llama.cpp');
  await using studio = await playServer('LM Studio');
  await using ollama = await playServer('Ollama');
  await using shut = await playServer('SearXNG', {}, ['/search']);
  const at = ({ port }: { port: number }) => `http://127.0.0.1:${port}`;
  const ports = [searxng, vllm, stranger, llama, studio, ollama, shut].map(({ port }) => port);

  const found = await findServers([await freePort(), ...ports]);

  expect(found).toEqual([
    { kind: 'SearXNG', baseUrl: at(searxng), json: true },
    { kind: 'vLLM', baseUrl: `${at(vllm)}/v1`, models: ['Qwen/Qwen3-8B'] },
    { kind: 'llama.cpp', baseUrl: `${at(llama)}/v1`, models: ['qwen3-4b.gguf'] },
    { kind: 'LM Studio', baseUrl: `${at(studio)}/v1`, models: ['gemma-3-12b', 'mistral-small'] },
    { kind: 'Ollama', baseUrl: `${at(ollama)}/v1`, models: ['qwen3:8b', 'llama3.2:3b'] },
    { kind: 'SearXNG', baseUrl: at(shut), json: false },
  ]);
});

test('model tries what it found and writes a new .env that only this account can read', async () => {
  await using ollama = await playServer('Ollama', CHAT);
  await using searxng = await playServer('SearXNG');

  const { ended, said, written, mode } = await choose([ollama.port, searxng.port], null);

  expect(ended).toBe(0);
  expect(said).toContain(`Ollama     http://127.0.0.1:${ollama.port}/v1  qwen3:8b, llama3.2:3b`);
  expect(said).toContain('It judges a simple page right');
  expect(written).toBe(
    `SEARXNG_URL=http://127.0.0.1:${searxng.port}\nLLM_PROVIDER=openai-compatible\nLLM_MODEL=qwen3:8b\nLLM_BASE_URL=http://127.0.0.1:${ollama.port}/v1\n`,
  );
  expect(mode).toBe(0o600);
});

test('model keeps the other lines of .env, and changes none without permission', async () => {
  await using ollama = await playServer('Ollama', CHAT);
  const before = '# mine\nPORT=4100\nLLM_PROVIDER=openai # paid\nLLM_MODEL=gpt-5-mini\nLLM_API_KEY=sk-secret\nSAMPLES=off';
  const after = `# mine\nPORT=4100\nLLM_PROVIDER=openai-compatible\nLLM_MODEL=llama3.2:3b\n# LLM_API_KEY=sk-secret\nSAMPLES=off\nLLM_BASE_URL=http://127.0.0.1:${ollama.port}/v1\n`;
  const use = { use: 'llama3.2:3b' };

  const nobody = await choose([ollama.port], before, use);
  const refused = await choose([ollama.port], before, use, false);
  const agreed = await choose([ollama.port], before, use, true);
  const withYes = await choose([ollama.port], before, { ...use, yes: true });
  const again = await choose([ollama.port], after, use);

  expect(nobody).toMatchObject({ ended: expect.stringMatching(/--yes changes them$/), written: before });
  expect(refused).toMatchObject({ ended: 3, written: before });
  expect(agreed).toMatchObject({ ended: 0, written: after });
  expect(withYes).toMatchObject({ ended: 0, written: after });
  expect(withYes.said).toContain('LLM_PROVIDER: openai becomes openai-compatible');
  expect(withYes.said).not.toContain('sk-secret');
  expect(again).toMatchObject({ ended: 0, written: after });
});

test('model reports when nothing is found, when a model is unknown, and when one fails; .env is unchanged', async () => {
  await using broken = await playServer('vLLM', { '/v1/chat/completions': () => ({ choices: [] }) });

  const nothing = await choose([await freePort()], 'PORT=1\n');
  const unknown = await choose([broken.port], 'PORT=1\n', { use: 'gpt-9' });
  const useless = await choose([broken.port], 'PORT=1\n');

  expect(nothing).toMatchObject({ ended: 1, written: 'PORT=1\n', said: expect.stringContaining('Nothing was found on the ports') });
  expect(unknown).toMatchObject({ ended: '--use gpt-9: no server here has that model', written: 'PORT=1\n' });
  expect(useless).toMatchObject({ ended: expect.stringContaining('--use NAME takes another model'), written: 'PORT=1\n' });
});

test('model names settings that the environment overrides, and none that only the file sets', async () => {
  await using ollama = await playServer('Ollama', CHAT);
  const empty = 'LLM_PROVIDER=\nLLM_MODEL=\n';
  vi.stubEnv('LLM_MODEL', ''); // as it is before the file is read

  const byFile = await choose([ollama.port], empty, { exported: {} });
  const byBoth = await choose([ollama.port], empty, { exported: { LLM_PROVIDER: 'auto', LLM_API_KEY: 'sk-secret' } });

  expect(byFile.ended).toBe(0);
  expect(byFile.said).not.toContain('The environment');
  expect(byBoth.said).toMatch(/The environment sets LLM_PROVIDER, .*\nThe environment sets LLM_API_KEY, which goes before the file$/);
});

test('LLM_PROVIDER=auto uses a model that answers at start; without it no server is called', async () => {
  await using ollama = await playServer('Ollama');
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const find = (env: NodeJS.ProcessEnv, notify = say) => withLocalModel(env, notify, [ollama.port]);

  const untold = await find({ LLM_PROVIDER: '' });
  const askedUntold = [...ollama.asked];
  const auto = await find({ LLM_PROVIDER: 'auto', LLM_API_KEY: 'sk-secret' });
  const named = await find({ LLM_PROVIDER: 'auto', LLM_MODEL: 'llama3.2:3b' });
  const missing = await find({ LLM_PROVIDER: 'auto', LLM_MODEL: 'gpt-9' });

  const second = { LLM_FALLBACK_PROVIDER: 'openai', LLM_FALLBACK_MODEL: 'gpt-5-mini', LLM_FALLBACK_API_KEY: 'sk-other' };
  const fallback = await find({ ...second, LLM_PROVIDER: 'auto', LLM_MODEL: 'gpt-9', LLM_API_KEY: 'sk-secret' }, () => {});

  expect(readConfig(fallback).models).toMatchObject([{ provider: 'openai', model: 'gpt-5-mini', key: 'sk-other' }]);
  expect(untold).toEqual({ LLM_PROVIDER: '' });
  expect(askedUntold).toEqual([]);
  const config = readConfig(auto);
  expect(config.models).toEqual([
    { provider: 'openai-compatible', model: 'qwen3:8b', key: undefined, baseUrl: `http://127.0.0.1:${ollama.port}/v1` },
  ]);
  expect(serviceFacts(config).models[0]).toMatchObject({ enabled: true, note: expect.stringContaining('Found at the start: Ollama') });
  expect(readConfig(named).models).toMatchObject([{ model: 'llama3.2:3b' }]);
  expect(readConfig(missing).models).toEqual([]);
  expect(serviceFacts(readConfig(missing)).models[0]?.note).toContain('`npm run webset -- model`');
  expect(lines.at(-1)).toMatch(/no model named gpt-9 answers on the ports \d+; the rules judge/);
});

test('the settings page lists local servers on request, only on a service of this machine, and uses none of them', async () => {
  await using ollama = await playServer('Ollama');
  await using shut = await playServer('SearXNG', {}, ['/search']);
  const ports = [ollama.port, shut.port];
  const facts = serviceFacts(readConfig({}), ports);
  const askedBefore = [...ollama.asked];
  await using service = await openTestService({ facts });
  await using open = await openTestService({ facts: serviceFacts(readConfig({ HOST: '0.0.0.0' }), ports) });
  const find = async ({ graphql }: TestService) =>
    (await graphql('{ service { localServers { name models usable } models { name enabled } } }')).body.data.service;

  const [found, again, elsewhere] = [await find(service), await find(service), await find(open)];

  expect(found.localServers).toEqual([
    { name: 'Ollama', models: ['qwen3:8b', 'llama3.2:3b'], usable: true },
    { name: 'SearXNG', models: [], usable: false },
  ]);
  expect(found.models.find(({ name }: { name: string }) => name === 'language model')).toMatchObject({ enabled: false });
  expect(again.localServers).toEqual(found.localServers);
  expect(elsewhere.localServers).toBeNull();
  expect(askedBefore).toEqual([]);
  expect(ollama.asked.filter((path) => path === '/api/tags')).toHaveLength(1);
});

test('a file of settings changes only where its values differ', () => {
  const text = 'A=1 # one\n\nexport B="two"\n#C=3\n';

  expect(changesOf(text, { A: '1', B: '3', C: '4' })).toEqual([{ name: 'B', from: 'two', to: '3' }]);
  expect(withSettings(text, { A: '1', B: '3', C: 'a b#c' })).toBe('A=1 # one\n\nB=3\n#C=3\nC="a b#c"\n');
});
