import { createHash } from 'node:crypto';
import { FetchFailure } from '../../agent/fetch/fetch-failure.ts';
import type { Model, Said } from '../../agent/model/ask.ts';
import { ModelFailure } from '../../agent/model/model-failure.ts';
import type { Answers, SearchQuery } from '../../agent/ports.ts';
import { ReadFailure } from '../../agent/read/read-failure.ts';
import { SearchFailure } from '../../agent/search/provider.ts';
import { insertRecordingEntry } from '../../db/queries/runs/recording.ts';
import { add, NOTHING, type Spent } from '../../domain/money/cost.ts';
import type { Run } from '../../domain/run-state.ts';
import type { WorkerDeps } from '../worker-deps.ts';

/**
 * The entries of a recording: search answers, pages by address and by id, index lookups, registry proofs, model answers, the searches of
 * each round, and what the run finished, in order.
 */
export const ENTRY_KINDS = ['search', 'page', 'stored', 'find', 'proof', 'model', 'answer', 'searching', 'settled'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface ModelAsked {
  said?: Said;
  failure?: { kind: ModelFailure['kind']; message: string };
  spent: Spent;
}

/** Records the answers of models. */
export interface ModelRecorder {
  asked(key: string, outcome: ModelAsked): Promise<void>;
  known(key: string, text: string): Promise<void>;
}

const hash = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
export const searchKey = (provider: string, { text, pageNumber, category = null }: SearchQuery) =>
  hash(provider, text, pageNumber, category);
export const findKey = (urls: readonly string[]) => hash([...urls].sort());
export const proofKey = (identifier: string, url: string) => hash(identifier, url);
export const askKey = (model: string, { instructions, prompt }: { instructions: string; prompt: string }) =>
  hash(model, instructions, prompt);

/** A model whose answers and failures are recorded. */
export const recordedModel = (model: Model, recorder: ModelRecorder): Model => ({
  ...model,
  async ask(request, how) {
    const key = askKey(model.key, request);
    let spent = NOTHING;
    const onSpent = (more: Spent) => {
      spent = add(spent, more);
      how.onSpent(more);
    };
    try {
      const said = await model.ask(request, { ...how, onSpent });
      await recorder.asked(key, { said, spent });
      return said;
    } catch (error) {
      if (error instanceof ModelFailure) await recorder.asked(key, { failure: { kind: error.kind, message: error.message }, spent });
      throw error;
    }
  },
});

/** Cached answers that are recorded when used. */
export const recordedAnswers = (answers: Answers, recorder: ModelRecorder): Answers => ({
  ...answers,
  async get(key) {
    const text = await answers.get(key);
    if (text !== null) await recorder.known(key, text);
    return text;
  },
});

/** Dependencies that record every answer to a run. An interrupted attempt may leave duplicates. */
export function recordingDeps(deps: WorkerDeps, run: Pick<Run, 'id'>): WorkerDeps {
  const { db, ports, think } = deps;
  const put = async (kind: EntryKind, key: string, data: unknown, pageId: string | null = null) => {
    await insertRecordingEntry(db, run.id, { kind, key, data, pageId });
  };
  return {
    ...deps,
    ...think?.({ asked: (key, outcome) => put('model', key, outcome), known: (key, text) => put('answer', key, { text }) }),
    providers: deps.providers.map((provider) => ({
      ...provider,
      async search(query, signal) {
        const key = searchKey(provider.name, query);
        try {
          const hits = await provider.search(query, signal);
          await put('search', key, { provider: provider.name, hits });
          return hits;
        } catch (error) {
          const { kind, message } = error instanceof SearchFailure ? error : { kind: 'unavailable', message: String(error) };
          if (!signal.aborted) await put('search', key, { provider: provider.name, failure: { kind, message } });
          throw error;
        }
      },
    })),
    registry: {
      ...deps.registry,
      async proves(identifier, url, signal) {
        const isProved = await deps.registry.proves(identifier, url, signal);
        await put('proof', proofKey(identifier, url), { isProved });
        return isProved;
      },
    },
    async readPage(url, signal) {
      try {
        const read = await deps.readPage(url, signal);
        await put('page', url, { from: read.from }, read.page.id);
        return read;
      } catch (error) {
        if (error instanceof FetchFailure || error instanceof ReadFailure)
          await put('page', url, { failure: { name: error.name, code: error.code, message: error.message } });
        throw error;
      }
    },
    ports: {
      ...ports,
      pages: {
        ...ports.pages,
        async get(id) {
          const page = await ports.pages.get(id);
          if (page) await put('stored', id, {}, id);
          return page;
        },
      },
      index: {
        ...ports.index,
        async find(urls, collectionIds) {
          const found = await ports.index.find(urls, collectionIds);
          await put('find', findKey(urls), { found: [...found] });
          return found;
        },
      },
    },
    searching: async (tx, chosen) => {
      await insertRecordingEntry(tx, run.id, { kind: 'searching', key: '', data: chosen, pageId: null });
    },
    settled: async (tx, key) => {
      await insertRecordingEntry(tx, run.id, { kind: 'settled', key, data: {}, pageId: null });
    },
  };
}
