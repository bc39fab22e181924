import { AsyncLocalStorage } from 'node:async_hooks';

/** Who a request to better-auth is from: its hashing functions do not get the request. */
export interface Caller {
  /** The bucket of the address. */
  client: string;
  /** The account (its hash) that the browser signed in to before, once that is known. */
  account: string | null;
  /** Aborted when the client leaves. */
  left: AbortSignal;
}

const callers = new AsyncLocalStorage<Caller>();

/** Answers a request for a client. */
export const answerFor = <T>(client: string, left: AbortSignal, answer: () => Promise<T>): Promise<T> =>
  callers.run({ client, account: null, left }, answer);

/** Who the request that is being answered is from; undefined outside of one. */
export const currentCaller = (): Caller | undefined => callers.getStore();
