import { clientLeft, Fault } from '../../domain/errors.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import type { Recipient } from '../../domain/work/recipient.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';

/** Bytes of one GraphQL answer, as its JSON is written; also the most that the large answers of one caller may hold at a time. */
export const ANSWER_MAX = 20_000_000;
/** Bytes that a REST answer sets aside while it is read: it holds one page. */
export const PAGE_MAX_BYTES = 4_000_000;
const ALL_MAX = 4 * ANSWER_MAX;
/** Answers below these sizes are not counted: while they are read, and while they are sent. */
const FREE_READING = 256_000;
const FREE_SENDING = 64_000;
/**
 * What a client takes at most that gives way: to another caller, whom a slow one would keep waiting, and to the next answer of its own. Whoever gave way comes after the
 * others for a while.
 */
const SLOW = { seconds: 3, bytes: 300_000 };
const STUCK = { seconds: 30, bytes: 0 };
const AFTER_OTHERS_MS = 60_000;
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
  open(caller: string, kind: 'whole' | 'paged', recipient?: Recipient): Answer;
}

const tooLarge = () =>
  new Fault('BAD_REQUEST', `The answer is over the limit of bytes (${ANSWER_MAX}, which is 20 MB): ask for less at a time`);
const noMemory = () => new Fault('SERVICE_UNAVAILABLE', 'Too many large answers are being sent: try again in 5 seconds', { retryAfter: 5 });

/** An answer that holds memory. */
interface Holder {
  caller: string;
  held: { bytes: number; own: number };
  recipient: Recipient | undefined;
  closed: boolean;
}

interface Waiter {
  caller: string;
  bytes: number;
  own: number;
  /** Ends the count of its patience, which it has while others are in its way. */
  late?: AbortController | undefined;
  grant(): void;
  refuse(fault: Fault): void;
}

/**
 * The memory of a gateway for large answers. Those of one caller take turns within its share, however long that takes; only when those of
 * several callers together pass the whole for longer than 5 s is one refused. Answers that their clients leave lying give way to those that wait.
 */
export function createAnswerMemory({
  all = ALL_MAX,
  each = ANSWER_MAX,
  patience: { waitMs, lookMs } = PATIENCE.answers,
}: {
  all?: number;
  each?: number;
  patience?: Patience['answers'];
} = {}): AnswerMemory {
  const longTexts = createLimiter(LONG_TEXTS);
  const loads = createLimiter<Answer>({ each: TURNS });
  const shares = new Map<string, number>();
  const waiting = new Set<Waiter>();
  const holders = new Set<Holder>();
  const gaveWay = new Map<string, number>(); // callers, by when
  let total = 0;
  let look: NodeJS.Timeout | undefined;

  const change = (caller: string, bytes: number, own: number) => {
    total += bytes;
    const share = (shares.get(caller) ?? 0) + own;
    if (share > 0) shares.set(caller, share);
    else shares.delete(caller);
  };
  const endPatience = (waiter: Waiter) => {
    waiter.late?.abort();
    waiter.late = undefined;
  };
  const leave = (waiter: Waiter) => {
    waiting.delete(waiter);
    endPatience(waiter);
  };
  /** Refuses what waits in vain, counting the time in which this process was running. */
  const expire = (waiter: Waiter) => {
    const late = new AbortController();
    void sleepWhileRunning(waitMs, late.signal).then(() => {
      if (!late.signal.aborted) admit(); // for the last time
      if (!late.signal.aborted) waiter.refuse(noMemory());
    });
    return late;
  };
  const letGo = (holder: Holder) => {
    change(holder.caller, -holder.held.bytes, -holder.held.own);
    holder.held = { bytes: 0, own: 0 };
    holders.delete(holder);
  };
  /** Ends the largest answer that is left lying; whether there was one. */
  const endOne = ({ seconds, bytes }: typeof SLOW, caller?: string): boolean => {
    const left = [...holders].filter(({ caller: of, recipient }) => {
      return (caller === undefined || of === caller) && (recipient?.taken(seconds) ?? Number.POSITIVE_INFINITY) <= bytes;
    });
    const [first, ...others] = left;
    if (!first) return false;
    const largest = others.reduce((a, b) => (b.held.bytes > a.held.bytes ? b : a), first);
    gaveWay.set(largest.caller, performance.now());
    largest.closed = true;
    letGo(largest);
    largest.recipient?.cut();
    return true;
  };
  const fitsShare = ({ caller, own }: Waiter) => {
    const share = shares.get(caller) ?? 0;
    return share === 0 || share + own <= each;
  };
  const othersHold = ({ caller }: Waiter) => [...holders].some((holder) => holder.caller !== caller);
  const fitsAll = ({ bytes }: Waiter) => total === 0 || total + bytes <= all;
  const admitOne = (waiter: Waiter, comesAfter: boolean) => {
    if (!waiting.has(waiter)) return;
    while (!fitsShare(waiter)) if (!endOne(STUCK, waiter.caller)) return endPatience(waiter); // its own answers are before it
    while (!fitsAll(waiter)) {
      if (!comesAfter && endOne(SLOW)) continue;
      if (!othersHold(waiter)) return endPatience(waiter);
      waiter.late ??= expire(waiter);
      return;
    }
    leave(waiter);
    change(waiter.caller, waiter.bytes, waiter.own);
    waiter.grant();
  };
  const admit = () => {
    if (waiting.size > 0) {
      const since = performance.now() - AFTER_OTHERS_MS;
      for (const [caller, at] of gaveWay) if (at < since) gaveWay.delete(caller);
      const comesAfter = ({ caller }: Waiter) => gaveWay.has(caller);
      const inOrder = [...waiting].sort((a, b) => Number(comesAfter(a)) - Number(comesAfter(b)));
      for (const waiter of inOrder) admitOne(waiter, comesAfter(waiter));
    }
    if (waiting.size > 0) look ??= setInterval(admit, lookMs);
    else {
      clearInterval(look);
      look = undefined;
    }
  };

  return {
    open(caller, kind, recipient) {
      const most = kind === 'whole' ? ANSWER_MAX : PAGE_MAX_BYTES;
      const holder: Holder = { caller, held: { bytes: 0, own: 0 }, recipient, closed: false };
      let read = 0;
      let placed = 0;
      let refusal: Fault | null = null;
      let alone = false;
      let waits: Waiter | undefined;
      let settingAside: Promise<void> | undefined;
      let left: AbortController | undefined;

      const refused = (fault: Fault) => {
        refusal ??= fault;
        return fault;
      };
      /** What was refused or left while it waited is not loaded. */
      const unlessRefused =
        <T>(load: () => Promise<T>) =>
        async () => {
          if (refusal) throw refusal;
          if (holder.closed) throw clientLeft();
          return load();
        };
      const release = () => {
        letGo(holder);
        admit();
      };
      async function hold(asked: number) {
        const bytes = asked <= FREE_SENDING ? 0 : asked;
        const own = bytes > 0 && alone ? each : bytes;
        const { held } = holder;
        if (bytes <= held.bytes && own <= held.own) {
          change(caller, bytes - held.bytes, own - held.own);
          holder.held = { bytes, own };
          if (bytes === 0) holders.delete(holder);
          return admit();
        }
        release(); // nobody waits with something in hand, so that no two wait for each other
        if (holder.closed) throw noMemory();
        await new Promise<void>((resolve, reject) => {
          const refuse = (fault: Fault) => {
            leave(waiter);
            reject(refused(fault));
          };
          const grant = () => {
            holder.held = { bytes, own };
            holders.add(holder);
            resolve();
          };
          const waiter: Waiter = { caller, bytes, own, grant, refuse };
          waits = waiter;
          waiting.add(waiter);
          admit();
        });
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
        inTextTurn(load) {
          left ??= new AbortController();
          if (holder.closed) left.abort(clientLeft());
          return longTexts.run(caller, unlessRefused(load), left.signal);
        },
        hold,
        holdAlone() {
          alone = true;
        },
        close() {
          holder.closed = true;
          left?.abort(clientLeft());
          if (waits && waiting.has(waits)) waits.refuse(noMemory());
          release();
        },
      };
      return answer;
    },
  };
}
