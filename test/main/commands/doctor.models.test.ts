import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { doctor } from '../../../src/main/commands/doctor.ts';
import { type Asked, openModelServer } from '../../support/agent/model-server.ts';
import { openDatabase } from '../../support/postgres/database.ts';

afterEach(() => vi.restoreAllMocks());

async function consult(env: Record<string, string>) {
  await using database = await openDatabase();
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await doctor(readConfig({ DATABASE_URL: database.url, SEARCH_PROVIDERS: 'index', ...env }));
  return { code, said: lines.join('\n') };
}

const right = ({ passages }: Asked) => ({
  criteria: [{ id: 'c1', says: 'yes', passage: 1, quote: passages[0]?.text ?? '', note: 'less than five' }],
  columns: [],
});

test('doctor tries the model and its fallback, and prints their cost and what to set', async () => {
  await using server = await openModelServer(right);
  await using shut = await openModelServer(right);
  shut.next = ['unauthorized'];

  const { code, said } = await consult({
    LLM_PROVIDER: 'openai',
    LLM_MODEL: 'gpt-5-mini',
    LLM_API_KEY: 'sk-topsecret',
    LLM_BASE_URL: server.url,
    LLM_FALLBACK_PROVIDER: 'openai-compatible',
    LLM_FALLBACK_MODEL: 'qwen',
    LLM_FALLBACK_BASE_URL: shut.url,
  });

  expect(code).toBe(1);
  expect(said).toMatch(
    /^model {6}works {3}openai gpt-5-mini at 127\.0\.0\.1:\d+: \d+ ms, judges a simple page right; about \$[\d.]+ a thousand pages/m,
  );
  expect(said).toMatch(/^fallback {3}fails {3}.*does not accept the key \(status 401\): check it there/m);
  expect(said).toContain('set LLM_DAILY_CAP');
  expect(said).not.toContain('topsecret');
});

test('doctor explains how to set up a model when there is none', async () => {
  const { said } = await consult({});

  expect(said).toMatch(/model {6}off {5}the rules judge; set LLM_PROVIDER/);
});

test('doctor reports a model that does not answer in the required form', async () => {
  await using server = await openModelServer(() => 'Certainly! The lamp is light.');

  const { code, said } = await consult({ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'tiny', LLM_BASE_URL: server.url });

  expect(code).toBe(1);
  expect(said).toContain('not in the shape that it is asked for');
});
