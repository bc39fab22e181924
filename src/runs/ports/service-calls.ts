import type { ServiceCalls } from '../../agent/ports.ts';
import type { Database } from '../../db/connection/client.ts';
import { setPause } from '../../db/queries/shared/pause.ts';
import { beginCall, countAnswer, endCall, forgetEnds, keepCalls } from '../../db/queries/shared/service-call.ts';

/** The lease of a live worker's call, and the interval of its renewal. */
const LEASE_MS = 10_000;
const KEEP_MS = 2_500;
const ENDS_MAX = 3;
const LEFT_ALONE_MS = 3_600_000;
const WHY = `workers ended ${ENDS_MAX} times while it was asked`;

/** For a process without a supervisor: a command that tries a service. */
export const UNWATCHED: Pick<ServiceCalls, 'watch'> = { watch: (_key, call) => call() };

/** Records which services are called: one that crashes workers is avoided by all of them for an hour. */
export function serviceCallsOn(db: Database): ServiceCalls {
  const atWork = new Set<number>();
  let kept: Promise<unknown> = Promise.resolve();
  const keeping = setInterval(() => {
    if (atWork.size > 0) kept = keepCalls(db, [...atWork], LEASE_MS).catch(() => {});
  }, KEEP_MS);
  return {
    async watch(key, call, refuse) {
      const { id, ends } = await beginCall(db, key, LEASE_MS);
      atWork.add(id);
      try {
        if (ends >= ENDS_MAX) {
          await setPause(db, key, LEFT_ALONE_MS, WHY);
          await forgetEnds(db, key); // the pause replaces them: afterwards the service is tried again
          throw refuse(`it is left alone for an hour, since ${WHY}`);
        }
        const answer = await call();
        await countAnswer(db, key).catch(() => {});
        return answer;
      } finally {
        atWork.delete(id);
        await endCall(db, id).catch(() => {}); // otherwise it would count as one crash of its worker
      }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(keeping);
      await kept;
    },
  };
}
