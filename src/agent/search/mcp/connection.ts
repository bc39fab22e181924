import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { openVettedFetch } from '../../fetch/vetted-fetch.ts';
import { SearchFailure } from '../provider.ts';
import type { ToolResult } from './hits.ts';
import type { Tool } from './tool.ts';

/** A session with an MCP server. All errors are the server's, unless the call's signal is aborted. */
export interface Connection {
  tools: readonly Tool[];
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>;
  close(): void;
}

export interface ConnectOptions {
  url: URL;
  headers: Record<string, string>;
  fetch: ReturnType<typeof openVettedFetch>;
  /** The failure for an unsuccessful answer. */
  refusal(response: Response): SearchFailure;
}

const PAGES_OF_TOOLS = 5;
/** Milliseconds that the library may take to deliver a result after the last byte of its answer. */
const SETTLE_MS = 250;
/** Requests of the server to us (`ping`, `sampling/createMessage`) per request of ours; we answer each with a request. */
const ASKED_MAX = 20;

/** An untrusted schema is not compiled: the tool's answer is validated anyway. */
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
    // a stream may end without the answer, for which the library would wait
    ended: () => void setTimeout(() => request === during.requests && during.fail(broken()), SETTLE_MS).unref(),
  });

  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 0, maxReconnectionDelay: 0, reconnectionDelayGrowFactor: 1 },
    fetch: async (address, init = {}) => {
      if (init.method !== 'POST') return new Response(null, { status: 405 }); // no stream for unsolicited messages
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

  /** The outcome of a request, or the failure of its stream. The library does not end a request at once when it is aborted. */
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

/** Whether the body is the library's answer to a request of the server. */
const isReply = (body: unknown): boolean => typeof body === 'string' && !('method' in (JSON.parse(body) as object));

const broken = () => new SearchFailure('unavailable', 'The MCP server ended its answer before there was a result');
