import { Fault } from '../../domain/errors.ts';
import { createLimiter } from '../../domain/work/limiter.ts';

/** Bytes of one GraphQL answer, as its JSON is written; also the most that the large answers of one caller may hold at a time. */
export const ANSWER_MAX = 20_000_000;
/** Bytes that a REST answer sets aside while it is read: it holds one page. */
export const PAGE_MAX_BYTES = 4_000_000;
const ALL_MAX = 4 * ANSWER_MAX;
/** Answers below these sizes are not counted: while they are read, and while they are sent. */
const FREE_READING = 256_000;
const FREE_SENDING = 64_000;
const WAIT_MS = 5000;
const TURNS = 4;
/** Long texts that are read or written at a time: of one caller, and of all, so that most connections to the database are free for the others. */
const LONG_TEXTS = { each: 1, all: 3 };

/** What one answer holds of the memory that a gateway has for large answers. */
export interface Answer {
  /** Why it cannot be given, once that is known. */
  readonly refusal: Fault | null;
  /** Counts bytes that are read for it; a large one waits for its room first. Throws BAD_REQUEST past the most, SERVICE_UNAVAILABLE without room. */
  read(bytes: number): Promise<void>;
  /** Counts bytes that a place of the answer will have. Throws BAD_REQUEST past the most of one that is `whole`. */
  place(bytes: number): void;
  /** Does a load of many cells: at most four of an answer at a time. */
  inTurn<T>(load: () => Promise<T>): Promise<T>;
  /** Reads or writes long texts: one of a caller at a time. */
  inTextTurn<T>(load: () => Promise<T>): Promise<T>;
  /** Holds so many bytes from now on. Waits for its turn. Throws SERVICE_UNAVAILABLE when the gateway has no room. */
  hold(bytes: number): Promise<void>;
  /** Whatever it holds takes the caller's whole share. */
  holdAlone(): void;
  close(): void;
}

export interface AnswerMemory {
  /** An answer to a caller: `whole` in memory, and refused past 20 MB, or `paged`, however long it is. */
  open(caller: string, kind: 'whole' | 'paged'): Answer;
}

const tooLarge = () =>
  new Fault('BAD_REQUEST', `The answer is over the limit of bytes (${ANSWER_MAX}, which is 20 MB): ask for less at a time`);
const noMemory = () =>
  new Fault('SERVICE_UNAVAILABLE', 'Too many large answers are being sent: try again in 5 seconds', { retryAfter: WAIT_MS / 1000 });

interface Waiter {
  caller: string;
  bytes: number;
  own: number;
  timer?: NodeJS.Timeout;
  grant(): void;
  refuse(fault: Fault): void;
}

/**
 * The memory of a gateway for large answers. Those of one caller take turns within its share, however long that takes; only when those of
 * several callers together pass the whole for longer than 5 s is one refused.
 */
export function createAnswerMemory({ all = ALL_MAX, each = ANSWER_MAX, waitMs = WAIT_MS } = {}): AnswerMemory {
  const longTexts = createLimiter(LONG_TEXTS);
  const loads = createLimiter<Answer>({ each: TURNS });
  const shares = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let total = 0;

  const change = (caller: string, bytes: number, own: number) => {
    total += bytes;
    const share = (shares.get(caller) ?? 0) + own;
    if (share > 0) shares.set(caller, share);
    else shares.delete(caller);
  };
  const leave = (waiter: Waiter) => {
    waiting.delete(waiter);
    clearTimeout(waiter.timer);
  };
  const admit = () => {
    for (const waiter of waiting) {
      const { caller, bytes, own } = waiter;
      const share = shares.get(caller) ?? 0;
      if (share > 0 && share + own > each) continue; // its own answers are before it
      if (total > 0 && total + bytes > all) {
        waiter.timer ??= setTimeout(() => waiter.refuse(noMemory()), waitMs);
        continue;
      }
      leave(waiter);
      change(caller, bytes, own);
      waiter.grant();
    }
  };

  return {
    open(caller, kind) {
      const most = kind === 'whole' ? ANSWER_MAX : PAGE_MAX_BYTES;
      let held = { bytes: 0, own: 0 };
      let read = 0;
      let placed = 0;
      let refusal: Fault | null = null;
      let closed = false;
      let alone = false;
      let waits: Waiter | undefined;
      let settingAside: Promise<void> | undefined;

      const refused = (fault: Fault) => {
        refusal ??= fault;
        return fault;
      };
      /** What was refused while it waited is not loaded. */
      const unlessRefused =
        <T>(load: () => Promise<T>) =>
        async () => {
          if (refusal) throw refusal;
          return load();
        };
      const release = () => {
        change(caller, -held.bytes, -held.own);
        held = { bytes: 0, own: 0 };
        admit();
      };
      async function hold(asked: number) {
        const bytes = asked <= FREE_SENDING ? 0 : asked;
        const own = bytes > 0 && alone ? each : bytes;
        if (bytes <= held.bytes && own <= held.own) {
          change(caller, bytes - held.bytes, own - held.own);
          held = { bytes, own };
          return admit();
        }
        release(); // nobody waits with something in hand, so that no two wait for each other
        if (closed) throw noMemory();
        await new Promise<void>((resolve, reject) => {
          const refuse = (fault: Fault) => {
            leave(waiter);
            reject(refused(fault));
          };
          const waiter: Waiter = { caller, bytes, own, grant: resolve, refuse };
          waits = waiter;
          waiting.add(waiter);
          admit();
        });
        held = { bytes, own };
        if (closed) release();
      }
      const answer: Answer = {
        get refusal() {
          return refusal;
        },
        async read(bytes) {
          read += bytes;
          if (kind === 'whole' && read > most) throw refused(tooLarge());
          if (read <= FREE_READING) return;
          settingAside ??= hold(most);
          await settingAside;
        },
        place(bytes) {
          placed += bytes;
          if (kind === 'whole' && placed > most) throw refused(tooLarge());
        },
        inTurn: (load) => loads.run(answer, unlessRefused(load)),
        inTextTurn: (load) => longTexts.run(caller, unlessRefused(load)),
        hold,
        holdAlone() {
          alone = true;
        },
        close() {
          closed = true;
          if (waits && waiting.has(waits)) waits.refuse(noMemory());
          release();
        },
      };
      return answer;
    },
  };
}
