import fc from 'fast-check';
import type { Endpoint } from './endpoints.ts';
import type { Stock } from './stock.ts';
import { faultOf, openSender, type Wire } from './wire.ts';

const CONNECTIONS = 16;

/** What an endpoint did under fuzzed requests: answers by status, those that were wrong with their requests, and the slowest (ms). */
export interface Fuzzed {
  statuses: Map<string, number>;
  faults: string[];
  slowest: number;
}

/**
 * Sends `count` requests of a seed to an endpoint, sixteen at a time; the same seed sends the same requests. `hangsMs`: how long it may
 * take.
 */
export async function fuzz(
  url: string,
  endpoint: Endpoint,
  stock: Stock,
  { count, seed, hangsMs }: { count: number; seed: number; hangsMs?: number },
): Promise<Fuzzed> {
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  let slowest = 0;
  using sender = openSender(url, CONNECTIONS, hangsMs);
  const wires = fc.sample(endpoint.requests(stock), { numRuns: count, seed });
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < wires.length; i = next++) {
      const wire = wires[i] as Wire;
      const start = performance.now();
      const fault = await ask(wire).catch((error: unknown) => `broke off: ${error}`);
      slowest = Math.max(slowest, performance.now() - start);
      if (fault) faults.push(`#${i} ${fault}\n    ${describe(wire)}`);
    }
  };
  const ask = async (wire: Wire) => {
    const answer = await sender.send(wire);
    const status = answer.left ? 'left' : String(answer.status);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return answer.left ? null : (faultOf(answer, textOf(wire)) ?? endpoint.faultOf(wire, answer));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return { statuses, faults, slowest };
}

const textOf = ({ path, body }: Wire) => `${path} ${body ?? ''}`;
const describe = ({ method, path, headers, body }: Wire) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${body === null ? '' : JSON.stringify(body.toString('latin1').slice(0, 300))}`;
