import type { Response } from 'express';
import { clientLeft } from '../../domain/errors.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import { onHead } from './on-head.ts';

/** Requests of one address at work, of the ten that the connections to Postgres have room for. */
const AT_WORK = 6;

export interface Places {
  /** Takes a place until the head of the answer is sent; a request has one, however often it asks. */
  take(client: string, res: Response): Promise<void>;
  /** Does a short work in a place, before the request is read. */
  during<T>(client: string, res: Response, work: () => Promise<T>): Promise<T>;
}

/**
 * Has at most six requests of an address at work at a time: from when they were read until the head of their answer is sent or their client leaves.
 * The others wait their turn, and one that has a place keeps it; one whose client left meanwhile is not begun. So a thousand of one address leave
 * connections to everybody else.
 */
export function createPlaces(atWork = AT_WORK): Places {
  const limiter = createLimiter({ each: atWork });

  const take = async (client: string, res: Response) => {
    if (res.closed) throw clientLeft();
    await limiter.enter(client, limiter.isFree(client) ? undefined : untilClosed(res));
    onHead(res, () => limiter.leave(client));
    if (res.closed) throw clientLeft();
  };
  const taken = new WeakMap<Response, Promise<void>>();
  return {
    take(client, res) {
      const place = taken.get(res) ?? take(client, res);
      taken.set(res, place);
      return place;
    },
    during: (client, res, work) => limiter.run(client, work, limiter.isFree(client) ? undefined : untilClosed(res)),
  };
}

/** Aborted as soon as the client leaves: nothing of its request is held until its turn would have come. */
export function untilClosed(res: Response): AbortSignal {
  const left = new AbortController();
  if (res.closed) left.abort(clientLeft());
  else res.once('close', () => left.abort(clientLeft()));
  return left.signal;
}
