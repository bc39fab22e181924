import type { Asked, ModelServer, Opinion } from '../../support/agent/model-server.ts';
import { htmlPage } from '../../support/web.ts';
import { PRICES } from './prices.ts';

/** Databases, as pages of a web. */
export const NAMES = ['Ferrodb', 'Oxidb', 'Rustle', 'Crabstore', 'Cargobase', 'Borrowdb'];
export const pages = Object.fromEntries(
  NAMES.map((name, i) => [
    `/${name.toLowerCase()}`,
    htmlPage(name, `${name} is a database written in Rust, and ${name} was first told of in ${2001 + i}.`),
  ]),
);

/** Plans if asked to plan; otherwise judges by the passages. */
export const sensible = (asked: Asked): Opinion | string => {
  if (asked.instructions.startsWith('You plan'))
    return JSON.stringify({
      entity: 'database',
      queries: ['embedded databases rust', 'key-value stores rust'],
      criteria: [{ label: 'Written in Rust', description: 'It is.' }],
    });
  const passage = asked.passages.find(({ text }) => text.includes('written in Rust'));
  const quote = passage?.text ?? null;
  return {
    criteria: asked.criteria.map(({ id }) => ({
      id,
      says: passage ? 'yes' : 'silent',
      passage: passage?.number ?? null,
      quote,
      note: 'as it says',
    })),
    columns: asked.columns.map(({ id }) => ({
      id,
      value: /in (\d{4})/.exec(quote ?? '')?.[1] ?? null,
      passage: passage?.number ?? null,
      quote,
    })),
  };
};

export const settings = (server: ModelServer, more: Record<string, string> = {}) => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'fake',
  LLM_BASE_URL: server.url,
  LLM_PRICES: PRICES,
  RUN_LANES: '2',
  ...more,
});
