import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { openWeb } from './local-web.ts';

export interface ToolServer {
  tools: Pick<Tool, 'name' | 'inputSchema' | 'outputSchema'>[];
  call(tool: string, input: Record<string, unknown>): CallToolResult | Promise<CallToolResult>;
  /** Answers with JSON instead of an event stream. */
  json?: boolean;
  /** Each session has an id, which requests must name. */
  sessions?: boolean;
  /** Called before the protocol handles a request; true: it has answered. */
  before?(request: IncomingMessage, response: ServerResponse): boolean;
}

/** The arguments of a tool as JSON Schema. */
export const taking = (properties: Record<string, object>, required: string[] = Object.keys(properties)): Tool['inputSchema'] => ({
  type: 'object',
  properties,
  required,
});

/**
 * An MCP server on loopback, with the official SDK. `called`: the called tools with their input; `sessions`: the number opened; `forget`
 * ends them.
 */
export async function openToolServer({ tools, call, json = false, sessions = false, before }: ToolServer) {
  const called: { tool: string; input: Record<string, unknown> }[] = [];
  const keys: (string | undefined)[] = [];
  const open = new Map<string, StreamableHTTPServerTransport>();
  let opened = 0;

  async function begin(): Promise<StreamableHTTPServerTransport> {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      called.push({ tool: params.name, input: params.arguments ?? {} });
      return call(params.name, params.arguments ?? {});
    });
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: json,
      ...(sessions ? { sessionIdGenerator: randomUUID, onsessioninitialized: (id: string) => void open.set(id, transport) } : {}),
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  }

  const listener: RequestListener = (request, response) => {
    keys.push(request.headers.authorization);
    if (before?.(request, response)) return;
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? open.get(id) : undefined;
    if (id && !known) return void response.writeHead(404).end();
    if (!id) opened++;
    void (async () => (known ?? (await begin())).handleRequest(request, response))();
  };
  const web = await openWeb(listener);
  return { ...web, url: `${web.url}/mcp`, called, keys, openedSessions: () => opened, forget: () => open.clear() };
}
