import type { Response } from 'express';
import { clientLeft } from '../../domain/errors.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import { onHead } from './on-head.ts';

/** Requests of one address at work; the gateway has ten connections to Postgres. */
const AT_WORK = 6;

export interface AddressLimit {
  /** Waits for the request's one place, which it holds until the head of its answer is sent or its client leaves. */
  take(client: string, res: Response): Promise<void>;
  /** Holds the request's place until the work ends, also after its client left. Throws where the place was given back before. */
  hold<T>(res: Response, work: () => Promise<T>): Promise<T>;
  /** Does a short work in a place, before the request is read. */
  during<T>(client: string, res: Response, work: () => Promise<T>): Promise<T>;
}

/**
 * At most six requests of an address at a time use the database, so that others have connections to it; more of them wait, in order.
 * A request whose client leaves while it waits is not begun.
 */
export function createAddressLimit(atWork = AT_WORK): AddressLimit {
  const limiter = createLimiter({ each: atWork });
  const enter = (client: string, res: Response) => limiter.enter(client, limiter.isFree(client) ? undefined : untilClosed(res));
  const places = new WeakMap<Response, { users: number; client: string }>(); // users: the answer, and work that is held
  const taken = new WeakMap<Response, Promise<void>>();

  const giveBack = (place: { users: number; client: string }) => {
    place.users--;
    if (place.users === 0) limiter.leave(place.client);
  };
  const take = async (client: string, res: Response) => {
    if (res.closed) throw clientLeft();
    await enter(client, res);
    const place = { users: 1, client };
    places.set(res, place);
    onHead(res, () => giveBack(place));
    if (res.closed) throw clientLeft();
  };
  return {
    take(client, res) {
      const place = taken.get(res) ?? take(client, res);
      taken.set(res, place);
      return place;
    },
    async hold(res, work) {
      const place = places.get(res);
      if (!place || place.users === 0) throw clientLeft();
      place.users++;
      try {
        return await work();
      } finally {
        giveBack(place);
      }
    },
    during: (client, res, work) => limiter.run(client, work, limiter.isFree(client) ? undefined : untilClosed(res)),
  };
}

/** Aborted when the client leaves before its answer is sent. */
export function untilClosed(res: Response): AbortSignal {
  const left = new AbortController();
  if (res.closed) left.abort(clientLeft());
  else res.once('close', () => res.writableFinished || left.abort(clientLeft()));
  return left.signal;
}
