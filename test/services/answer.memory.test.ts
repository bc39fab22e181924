import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ANSWER_MAX, createAnswerMemory } from '../../src/services/answers/memory.ts';
import { reading } from '../../src/services/answers/reading.ts';
import type { Call } from '../../src/services/call.ts';
import { playClocks } from '../support/run/played.ts';

const WAIT_MS = 5000;
const DAY = 86_400_000;
const KB = 1000;
const patience = { waitMs: WAIT_MS };

/** What a wait for memory came to. */
function outcomeOf(held: Promise<void>) {
  const known = { is: 'waiting' };
  held.then(
    () => Object.assign(known, { is: 'granted' }),
    ({ code }) => Object.assign(known, { is: code }),
  );
  return known;
}

test('an answer that waits for what others hold is refused after a while in which the service ran', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ all: 100 * KB, each: 100 * KB, patience });
  await answers.open('a', 'whole').write(100 * KB);
  const other = outcomeOf(answers.open('b', 'whole').write(100 * KB));

  clocks.stall(DAY);
  await clocks.run(WAIT_MS - 10);
  const before = other.is;
  await clocks.run(20);

  expect([before, other.is]).toEqual(['waiting', 'SERVICE_UNAVAILABLE']);
});

test('an answer that waits for answers of its own caller alone waits without end, also when others were before them', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ all: 200 * KB, each: 100 * KB, patience });
  const other = answers.open('b', 'whole');
  await other.write(200 * KB);
  const first = answers.open('a', 'whole');
  const [one, two] = [outcomeOf(first.write(100 * KB)), outcomeOf(answers.open('a', 'whole').write(100 * KB))];
  await clocks.run(WAIT_MS / 2);

  other.close();
  await clocks.run(DAY / 24);
  const alone = [one.is, two.is];
  first.close();
  await clocks.run(1);

  expect(alone).toEqual(['granted', 'waiting']);
  expect(two.is).toBe('granted');
});

test('a caller who is alone is never refused, even where all have less memory than one may hold', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ all: 150 * KB, each: 200 * KB, patience });
  const first = answers.open('a', 'whole');
  await first.write(100 * KB);
  const next = outcomeOf(answers.open('a', 'whole').write(100 * KB));

  await clocks.run(DAY / 24);
  const alone = next.is;
  first.close();
  await clocks.run(1);

  expect([alone, next.is]).toEqual(['waiting', 'granted']);
});

test('an answer holds 20 MB while it is read, its own bytes once it is written, and nothing once it is closed', async () => {
  const answers = createAnswerMemory({ all: ANSWER_MAX, patience });
  const [first, second, third] = ['a', 'b', 'c'].map((caller) => answers.open(caller, 'whole'));

  await first?.read(300 * KB);
  const waits = outcomeOf(second?.write(15_000 * KB) as Promise<void>);
  await setImmediate();
  const whileRead = waits.is;
  await first?.write(400 * KB);
  await expect.poll(() => waits.is).toBe('granted');
  const more = outcomeOf(third?.write(5000 * KB) as Promise<void>);
  await setImmediate();
  const whileSent = more.is;
  first?.close();
  await expect.poll(() => more.is).toBe('granted');

  expect([whileRead, whileSent]).toEqual(['waiting', 'waiting']);
});

test('an answer that is sent in part waits for memory instead of being refused, and is seen to wait', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ all: 100 * KB, each: 100 * KB, patience });
  const first = answers.open('a', 'whole');
  await first.write(100 * KB);
  const own = outcomeOf(answers.open('a', 'whole').write(100 * KB));
  const behindOwn = first.isInTheWay;
  const sent = answers.open('b', 'paged');
  await sent.read(200 * KB);
  sent.begin();
  const next = outcomeOf(sent.read(200 * KB));

  await clocks.run(DAY / 24);
  const behindOthers = [first.isInTheWay, sent.isInTheWay];
  first.close();
  await expect.poll(() => own.is).toBe('granted');

  expect([behindOwn, ...behindOthers]).toEqual([false, true, false]);
  expect(next.is).toBe('waiting');
});

test('an answer that other callers wait behind is not passed by smaller ones', async () => {
  const answers = createAnswerMemory({ all: 300 * KB, each: 300 * KB, patience });
  const first = answers.open('a', 'whole');
  await first.write(200 * KB);
  const large = outcomeOf(answers.open('b', 'whole').write(250 * KB));
  const small = outcomeOf(answers.open('c', 'whole').write(70 * KB));
  await setImmediate();
  const before = [large.is, small.is];

  first.close();
  await expect.poll(() => large.is).toBe('granted');

  expect(before).toEqual(['waiting', 'waiting']);
  expect(small.is).toBe('waiting');
});

test('a caller who leaves while waiting gives its place to the next', async () => {
  const answers = createAnswerMemory({ all: 100 * KB, each: 100 * KB, patience });
  const [first, second, third] = ['a', 'a', 'a'].map((caller) => answers.open(caller, 'whole'));
  await first?.write(100 * KB);
  const left = second?.write(100 * KB);
  const next = third?.write(100 * KB);

  second?.close();
  first?.close();

  await expect(left).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  await next;
});

test('loads of a refused or closed answer are not begun', async () => {
  const answers = createAnswerMemory();
  const [refused, closed] = ['a', 'b'].map((caller) => answers.open(caller, 'whole'));
  const loads: string[] = [];
  const load = (name: string) => async () => {
    loads.push(name);
    return [];
  };
  await expect(refused?.read(ANSWER_MAX + 1)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  closed?.close();

  const [one, two] = [refused, closed].map((answer, i) => reading({ answer } as Call, load(`load ${i}`)));

  await expect(one).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(two).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  expect(loads).toEqual([]);
});
