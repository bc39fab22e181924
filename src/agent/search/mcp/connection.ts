import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { openVettedFetch } from '../../fetch/vetted-fetch.ts';
import { SearchFailure } from '../provider.ts';
import type { ToolResult } from './hits.ts';
import type { Tool } from './tool.ts';

/** A session with an MCP server. Whatever it throws is the server's fault, unless the signal of the call is aborted. */
export interface Connection {
  tools: readonly Tool[];
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>;
  close(): void;
}

export interface ConnectOptions {
  url: URL;
  headers: Record<string, string>;
  fetch: ReturnType<typeof openVettedFetch>;
  /** The failure that an answer stands for which is no success. */
  refusal(response: Response): SearchFailure;
}

const PAGES_OF_TOOLS = 5;
/** How long after the last byte of an answer its result may be on its way through the library. */
const SETTLE_MS = 250;
/** What a server may ask of us (`ping`, `sampling/createMessage`) until it has answered one request; each costs a request of ours. */
const ASKED_MAX = 20;

/** A schema that a stranger wrote is not compiled: what the tool answers is read with care in any case. */
const unchecked: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown) => ({ valid: true, data: input as T & {}, errorMessage: undefined }),
};

/** Opens a session and lists the tools. Throws as the session does. */
export async function connect({ url, headers, fetch, refusal }: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const during = { fail: (_error: unknown) => {}, requests: 0, replies: 0 };
  const ends = (request: number) => ({
    failed: (error: Error) => during.fail(error),
    // a stream may end without the answer that was asked for, which the library would wait for
    ended: () => void setTimeout(() => request === during.requests && during.fail(broken()), SETTLE_MS).unref(),
  });

  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 0, maxReconnectionDelay: 0, reconnectionDelayGrowFactor: 1 },
    fetch: async (address, init = {}) => {
      if (init.method !== 'POST') return new Response(null, { status: 405 }); // only what was asked for is listened to
      if (isReply(init.body) && ++during.replies > ASKED_MAX) {
        const error = new SearchFailure('unavailable', `The MCP server asks more than ${ASKED_MAX} times before it answers`);
        during.fail(error);
        throw error;
      }
      const response = await fetch(address, init, ends(++during.requests));
      if (response.ok) return response;
      await response.body?.cancel();
      throw refusal(response);
    },
  });
  const client = new Client({ name: 'webset', version: '0.1' }, { jsonSchemaValidator: unchecked });
  const close = () => void client.close().catch(() => {});

  /** The outcome of a request, or why it cannot have one. The library does not end one at once when it is told to. */
  async function ask<T>(request: (signal: AbortSignal) => Promise<T>, asked: AbortSignal): Promise<T> {
    const failed = Promise.withResolvers<never>();
    during.fail = failed.reject;
    during.requests++;
    during.replies = 0;
    const onAbort = () => failed.reject(asked.reason);
    asked.addEventListener('abort', onAbort, { once: true });
    try {
      asked.throwIfAborted();
      return await Promise.race([request(asked), failed.promise]);
    } finally {
      failed.promise.catch(() => {});
      during.fail = () => {};
      asked.removeEventListener('abort', onAbort);
    }
  }

  try {
    await ask((one) => client.connect(transport as Parameters<typeof client.connect>[0], { signal: one }), signal);
    const tools: Tool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page === 0 || (cursor !== undefined && page < PAGES_OF_TOOLS); page++) {
      const listed = await ask((one) => client.listTools(cursor === undefined ? {} : { cursor }, { signal: one }), signal);
      tools.push(...listed.tools);
      cursor = listed.nextCursor;
    }
    return {
      tools,
      call: (name, input, asked) =>
        ask((one) => client.callTool({ name, arguments: input }, undefined, { signal: one }) as Promise<ToolResult>, asked),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Whether the library answers what the server asked. */
const isReply = (body: unknown): boolean => typeof body === 'string' && !('method' in (JSON.parse(body) as object));

const broken = () => new SearchFailure('unavailable', 'The MCP server ended its answer before there was a result');
