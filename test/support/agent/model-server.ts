import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The parts of a prompt, as a model that respects the markers reads it. */
export interface Asked {
  instructions: string;
  prompt: string;
  /** How the answer's form was specified: by a schema, as an object, or in words only. */
  mode: 'schema' | 'object' | 'words';
  maxTokens: number;
  url: string;
  title: string;
  criteria: { id: string; label: string }[];
  columns: { id: string; label: string; format: string }[];
  passages: { number: number; context: string; text: string }[];
  /** Everything outside the markers. */
  outside: string;
  /** It is the second request. */
  isAgain: boolean;
  /** The passages are to be read on their own, the first for the first criterion and so on. */
  isAlone: boolean;
  /** It asks for further queries. */
  isFurther: boolean;
}

export interface Cell {
  id: string;
  says?: string;
  value?: string | null;
  passage?: number | null;
  quote?: string | null;
  note?: string;
}
export interface Opinion {
  criteria: Cell[];
  columns: Cell[];
}

export const FAULTS = [
  'slow', 'silent', 'limited-0', 'limited-1', 'limited-90', 'error-500', 'html', 'cut-body', 'cut-text', 'fences', 'think', 'no-schema', 'no-json', 'length', 'empty', 'hang-up', 'prose', 'unauthorized',
] as const; // biome-ignore format: a list
export type Fault = (typeof FAULTS)[number];

const section = (text: string, name: string) => new RegExp(`${name}:\\n([\\s\\S]*?)\\n\\n`).exec(text)?.[1]?.split('\n') ?? [];

/** Parses a prompt of agent/model/prompt. */
export function readPrompt(instructions: string, prompt: string): Omit<Asked, 'mode' | 'maxTokens'> {
  const [, nonce = ''] = /between <page-([0-9a-f]{32})> and/.exec(prompt) ?? [];
  const open = `<page-${nonce}>\n`;
  const start = prompt.indexOf(open);
  const end = prompt.indexOf(`\n</page-${nonce}>`, start);
  const body = start < 0 ? '' : prompt.slice(start + open.length, end);
  const outside = start < 0 ? prompt : prompt.slice(0, start) + prompt.slice(end);
  const lines = body.split('\n');
  const isAlone = instructions.startsWith('You read short passages');
  return {
    instructions,
    prompt,
    url: isAlone ? '' : (lines[0] ?? '').slice(5),
    title: isAlone ? '' : (lines[1] ?? '').slice(7),
    criteria: section(outside, 'Criteria').map((line) => ({ id: line.split(':', 1)[0] ?? '', label: line.slice(line.indexOf(':') + 2) })),
    columns: section(outside, 'Columns').map((line) => {
      const [, id = '', label = '', format = ''] = /^(e\d+): (.*?) \((text|url|number|date)\)/.exec(line) ?? [];
      return { id, label, format };
    }),
    passages: lines.slice(isAlone ? 0 : 2).flatMap((line) => {
      const [, number, rest = ''] = /^\[(\d+)\] (.*)$/.exec(line) ?? [];
      if (number === undefined) return [];
      const at = rest.indexOf(' » ');
      return [{ number: Number(number), context: at < 0 ? '' : rest.slice(0, at), text: at < 0 ? rest : rest.slice(at + 3) }];
    }),
    outside,
    isAgain: outside.includes('could not be read'),
    isAlone,
    isFurther: instructions.startsWith('You help a web search'),
  };
}

export interface ModelServer extends AsyncDisposable {
  url: string;
  port: number;
  /** Every call, as it was understood. */
  calls: (Asked & { fault: Fault | null; key: string })[];
  /** The faults of the next calls, in order; then none. */
  next: (Fault | null)[];
  /** The highest number of concurrent calls. */
  busiest: number;
  /** The number of current calls. */
  busy(): number;
  delayMs: number;
  /** Every answer waits for this. */
  held: Promise<void> | null;
  /** Replaces every number of tokens, as JSON; null: the true numbers. */
  figure: string | null;
}

type Brain = (asked: Asked) => Opinion | string;

/** The answer of a model that confirms every passage that it reads alone. */
const believing = ({ criteria }: Asked) => JSON.stringify({ criteria: criteria.map(({ id }) => ({ id, says: 'supports' })) });

/** The answer of a model without further queries. */
const content = () => '{"queries":[]}';

/**
 * A local server for the chat protocols of OpenAI, Anthropic and Google, without streaming. `brain` answers, `alone` if passages are to be
 * read on their own, `further` for queries; faults come from `next`, or per call from `faultOf`.
 */
export async function openModelServer(
  brain: Brain,
  faultOf: (asked: Asked, call: number) => Fault | null = () => null,
  alone: Brain = believing,
  further: Brain = content,
): Promise<ModelServer> {
  let busy = 0;
  const server = createServer((req, res) => {
    res.on('error', () => {});
    busy++;
    state.busiest = Math.max(state.busiest, busy);
    res.on('close', () => busy--); // also when the caller gave up
    void answer(req, res).catch(() => res.destroy());
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const path = new URL(req.url ?? '/', 'http://x').pathname;
    const protocol = /chat\/completions$/.test(path)
      ? openai
      : /\/messages$/.test(path)
        ? anthropic
        : /generateContent$/.test(path)
          ? google
          : null;
    if (!protocol) return void res.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such address"}}');
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { instructions, prompt, mode, maxTokens } = protocol.read(body);
    const asked: Asked = { ...readPrompt(instructions, prompt), mode, maxTokens };
    const fault = state.next.length > 0 ? (state.next.shift() ?? null) : faultOf(asked, state.calls.length);
    const key = String(req.headers['x-api-key'] ?? req.headers['x-goog-api-key'] ?? req.headers.authorization ?? '');
    state.calls.push({ ...asked, fault, key });
    const json = (status: number, value: object, headers: Record<string, string> = {}) =>
      void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (fault === 'silent') return; // until the caller gives up
    if (state.held) await state.held;
    if (fault === 'slow') await sleep(state.delayMs * 10 + 1000);
    else if (state.delayMs > 0) await sleep(state.delayMs);
    if (fault === 'hang-up') return void res.destroy();
    if (fault?.startsWith('limited-'))
      return json(429, { error: { message: 'Rate limit reached' } }, { 'retry-after': fault.slice('limited-'.length) });
    if (fault === 'unauthorized') return json(401, { error: { message: 'Incorrect API key provided: sk-***' } });
    if (fault === 'error-500') return json(500, { error: { message: 'The server had an error' } });
    if (fault === 'html') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    if (fault === 'no-schema' && mode === 'schema')
      return json(400, { error: { message: "'response_format.type' must be 'json_object' or 'text'" } });
    if (fault === 'no-json' && mode !== 'words') return json(400, { error: { message: 'response_format is not supported' } });

    const said = (asked.isAlone ? alone : asked.isFurther ? further : brain)(asked);
    const whole = typeof said === 'string' ? said : JSON.stringify(said);
    const text =
      fault === 'fences'
        ? `Here is the answer:\n\`\`\`json\n${whole}\n\`\`\`\nLet me know!`
        : fault === 'think'
          ? `<think>The page says {"criteria": []}, hm.</think>\n${whole}`
          : fault === 'cut-text' || fault === 'length'
            ? whole.slice(0, Math.floor(whole.length / 3))
            : fault === 'empty'
              ? ''
              : fault === 'prose'
                ? 'I am sorry, I would rather talk about it.'
                : whole;
    const input = Math.ceil((instructions.length + prompt.length) / 4);
    const output = protocol.write(text, { input, output: Math.ceil(text.length / 4), isCut: fault === 'length' });
    const honest = JSON.stringify(output);
    const { figure } = state;
    const bytes = figure === null ? honest : honest.replace(/("\w*token\w*":)\d+/giu, (_, name) => `${name}${figure}`);
    res.writeHead(200, { 'content-type': 'application/json' }).end(fault === 'cut-body' ? bytes.slice(0, bytes.length / 2) : bytes);
  }

  server.keepAliveTimeout = 0; // an idle connection is not closed at the moment of its reuse
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    calls: [],
    next: [],
    busiest: 0,
    busy: () => busy,
    delayMs: 0,
    held: null,
    figure: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return state;
}

interface Used {
  input: number;
  output: number;
  isCut: boolean;
}
// biome-ignore lint/suspicious/noExplicitAny: the bodies of three protocols
type Body = any;
interface Protocol {
  read(body: Body): Pick<Asked, 'instructions' | 'prompt' | 'mode' | 'maxTokens'>;
  write(text: string, used: Used): object;
}

const openai: Protocol = {
  read: ({ messages, response_format: format, max_tokens: most, max_completion_tokens: more }) => ({
    instructions: messages[0].content,
    prompt: messages.at(-1).content,
    mode: format?.type === 'json_schema' ? 'schema' : format?.type === 'json_object' ? 'object' : 'words',
    maxTokens: most ?? more,
  }),
  write: (content, { input, output, isCut }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: isCut ? 'length' : 'stop' }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  }),
};

const anthropic: Protocol = {
  read: ({ system, messages, output_config: config, tools, max_tokens: most }) => ({
    instructions: system.map(({ text }: { text: string }) => text).join('\n'),
    prompt: messages
      .at(-1)
      .content.map(({ text }: { text: string }) => text)
      .join('\n'),
    mode: config?.format || tools ? 'schema' : 'words',
    maxTokens: most,
  }),
  write: (text, { input, output, isCut }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [{ type: 'text', text }],
    stop_reason: isCut ? 'max_tokens' : 'end_turn',
    usage: { input_tokens: input, output_tokens: output },
  }),
};

const google: Protocol = {
  read: ({ contents, systemInstruction, generationConfig: config }) => ({
    instructions: systemInstruction.parts[0].text,
    prompt: contents.at(-1).parts[0].text,
    mode: config?.responseJsonSchema || config?.responseSchema ? 'schema' : config?.responseMimeType ? 'object' : 'words',
    maxTokens: config?.maxOutputTokens,
  }),
  write: (text, { input, output, isCut }) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: isCut ? 'MAX_TOKENS' : 'STOP' }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
  }),
};
