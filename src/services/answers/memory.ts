import { clientLeft, Fault } from '../../domain/errors.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';

/** Bytes of one GraphQL answer, as JSON; also what the large answers of one caller hold at a time. */
export const ANSWER_MAX = 20_000_000;
/** Bytes that a REST answer holds from its first large read on, as measured: it reads and sends pages of up to 1 MB. */
export const PAGE_MAX_BYTES = 1_600_000;
const ALL_MAX = 4 * ANSWER_MAX;
/** Answers below these sizes are not counted: while they are read, and once they are written. */
const FREE_READING = 256_000;
const FREE_WRITTEN = 64_000;
/** Of the time that an answer waits behind other callers' before it is refused. */
const LOOKS = 20;

/** What one answer holds of the memory that a gateway has for large answers, until it is closed. */
export interface Answer {
  /** Why it cannot be sent, once that is known. */
  readonly refusal: Fault | null;
  readonly closed: boolean;
  /** Whether it holds memory that an answer of another caller waits for. */
  readonly isInTheWay: boolean;
  /** Counts bytes that are read for it; the first large read waits for memory. Throws BAD_REQUEST past 20 MB, SERVICE_UNAVAILABLE. */
  read(bytes: number): Promise<void>;
  /** Holds the bytes that it has as JSON, instead of what its reading held. Throws as `read` does. */
  write(bytes: number): Promise<void>;
  /** Its first bytes are sent: from now on it waits for memory without a bound on time, as a refusal would cut it. */
  begin(): void;
  close(): void;
}

export interface AnswerMemory {
  /** An answer to a caller: `whole` in memory, and refused past 20 MB, or `paged`, of any length. */
  open(caller: string, kind: 'whole' | 'paged'): Answer;
}

const tooLarge = () =>
  new Fault('BAD_REQUEST', `The answer is over the limit of bytes (${ANSWER_MAX}, which is 20 MB): ask for less at a time`);
const noMemory = () => new Fault('SERVICE_UNAVAILABLE', 'Too many large answers are being sent: try again in 5 seconds', { retryAfter: 5 });

/** What a wait for memory needs to know of its answer; `waits` are called when the client leaves. */
interface Held {
  isBegun: boolean;
  isClosed: boolean;
  waits: Set<() => void>;
}

interface Waiter {
  caller: string;
  bytes: number;
  grant(): void;
}

/**
 * A semaphore of bytes: `each` for the answers of one caller, `all` for those of all callers. An answer behind its caller's others waits
 * without a bound on time; one behind other callers' answers is refused after `waitMs`, unless it is sent in part.
 */
export function createAnswerMemory({
  all = ALL_MAX,
  each = ANSWER_MAX,
  patience: { waitMs } = PATIENCE.answers,
}: {
  all?: number;
  each?: number;
  patience?: Patience['answers'];
} = {}): AnswerMemory {
  const shares = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let total = 0;

  const change = (caller: string, bytes: number) => {
    total += bytes;
    const share = (shares.get(caller) ?? 0) + bytes;
    if (share > 0) shares.set(caller, share);
    else shares.delete(caller);
  };
  const fitsShare = ({ caller, bytes }: Waiter) => !shares.has(caller) || (shares.get(caller) ?? 0) + bytes <= each;
  const fitsAll = ({ bytes }: Waiter) => total === 0 || total + bytes <= all;
  const isBehindOthers = (waiter: Waiter) => fitsShare(waiter) && total > (shares.get(waiter.caller) ?? 0);
  /** In the order in which they came, so that a large answer is not passed by smaller ones for ever. */
  const admit = () => {
    for (const waiter of waiting) {
      if (!fitsShare(waiter)) continue;
      if (!fitsAll(waiter)) return;
      waiting.delete(waiter);
      change(waiter.caller, waiter.bytes);
      waiter.grant();
    }
  };

  async function hold(caller: string, bytes: number, answer: Held): Promise<void> {
    const granted = Promise.withResolvers<void>();
    const waiter = { caller, bytes, grant: granted.resolve };
    waiting.add(waiter);
    admit();
    if (!waiting.has(waiter)) return;
    let waited = 0; // looks in which others were in the way
    const refuse = (fault: Fault) => {
      if (waiting.delete(waiter)) granted.reject(fault); // at once, so that it is not granted any more
      admit();
    };
    const leave = () => refuse(clientLeft());
    answer.waits.add(leave);
    const look = lookWhileRunning(waitMs / LOOKS, () => {
      waited = isBehindOthers(waiter) ? waited + 1 : 0;
      if (waited >= LOOKS && !answer.isBegun) refuse(noMemory());
    });
    await granted.promise.finally(() => {
      answer.waits.delete(leave);
      look[Symbol.dispose]();
    });
  }

  return {
    open(caller, kind) {
      const answer: Held = { isBegun: false, isClosed: false, waits: new Set() };
      let refusal: Fault | null = null;
      let held = 0;
      let read = 0;
      let setAside: Promise<void> | undefined;

      const release = (bytes: number) => {
        change(caller, -bytes);
        held -= bytes;
        admit();
      };
      async function take(bytes: number) {
        try {
          if (answer.isClosed) throw clientLeft();
          await hold(caller, bytes, answer);
        } catch (error) {
          if (error instanceof Fault) refusal ??= error;
          throw error;
        }
        held += bytes;
        if (answer.isClosed) release(held);
      }
      const refuseLarge = (bytes: number) => {
        if (kind === 'paged' || bytes <= ANSWER_MAX) return;
        refusal ??= tooLarge();
        throw refusal;
      };

      return {
        get refusal() {
          return refusal;
        },
        get closed() {
          return answer.isClosed;
        },
        get isInTheWay() {
          return held > 0 && waiting.values().some((waiter) => waiter.caller !== caller && isBehindOthers(waiter));
        },
        async read(bytes) {
          read += bytes;
          refuseLarge(read);
          if (read <= FREE_READING) return;
          setAside ??= take(kind === 'whole' ? ANSWER_MAX : PAGE_MAX_BYTES);
          await setAside;
        },
        async write(bytes) {
          refuseLarge(bytes);
          const needed = bytes > FREE_WRITTEN ? bytes : 0;
          if (held === 0 && needed > 0) await take(needed);
          else release(held - needed); // a little more than before where JSON has escapes: it is written already
        },
        begin() {
          answer.isBegun = true;
        },
        close() {
          answer.isClosed = true;
          for (const leave of answer.waits) leave();
          if (held > 0) release(held);
        },
      };
    },
  };
}
