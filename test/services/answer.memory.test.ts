import { expect, test } from 'vitest';
import { ANSWER_MAX, createAnswerMemory } from '../../src/services/answers/memory.ts';
import { playClocks } from '../support/run/played.ts';

const WAIT_MS = 5000;
const DAY = 86_400_000;
const KB = 1000;
const patience = { waitMs: WAIT_MS, lookMs: 250 };

/** How a wait for memory stands. */
function outcomeOf(held: Promise<void>) {
  const known = { is: 'waiting' };
  held.then(
    () => Object.assign(known, { is: 'granted' }),
    ({ code }) => Object.assign(known, { is: code }),
  );
  return known;
}

test('who waits for what others hold is refused after a while in which the service ran', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ all: 100 * KB, each: 100 * KB, patience });
  await answers.open('a', 'whole').hold(100 * KB);
  const other = outcomeOf(answers.open('b', 'whole').hold(100 * KB));

  clocks.stall(DAY);
  await clocks.run(WAIT_MS - 10);
  const before = other.is;
  await clocks.run(20);

  expect([before, other.is]).toEqual(['waiting', 'SERVICE_UNAVAILABLE']);
});

test('who waits for nothing but answers of its own waits without end, also when others were before them', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ all: 200 * KB, each: 100 * KB, patience });
  const other = answers.open('b', 'whole');
  await other.hold(200 * KB);
  const first = answers.open('a', 'whole');
  const [one, two] = [outcomeOf(first.hold(100 * KB)), outcomeOf(answers.open('a', 'whole').hold(100 * KB))];
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
  await first.hold(100 * KB);
  const next = outcomeOf(answers.open('a', 'whole').hold(100 * KB));

  await clocks.run(DAY / 24);
  const alone = next.is;
  first.close();
  await clocks.run(1);

  expect([alone, next.is]).toEqual(['waiting', 'granted']);
});

test('an answer left unread for 30 s gives way to the next of its own caller, and whoever gave way comes after the others', async () => {
  using clocks = playClocks();
  const answers = createAnswerMemory({ patience });
  const cuts: string[] = [];
  const openFor = (caller: string, name: string, taken: (seconds: number) => number | undefined) =>
    answers.open(caller, 'whole', { taken, cut: () => void cuts.push(name) });
  const unread = () => 0;
  const fresh = () => undefined;

  await openFor('a', 'a1', (seconds) => (seconds > 3 ? undefined : 0)).hold(ANSWER_MAX);
  await Promise.all(['b', 'c'].map((caller) => openFor(caller, caller, fresh).hold(ANSWER_MAX)));
  await openFor('d', 'd1', unread).hold(ANSWER_MAX);
  await openFor('d', 'd2', fresh).hold(ANSWER_MAX);
  const cutsOfOwn = [...cuts];
  const again = outcomeOf(openFor('d', 'd3', fresh).hold(ANSWER_MAX)); // waits for its own
  await openFor('e', 'e', fresh).hold(ANSWER_MAX);
  const afterOthers = outcomeOf(openFor('a', 'a2', fresh).hold(ANSWER_MAX));
  await clocks.run(WAIT_MS + 10);

  expect(cutsOfOwn).toEqual(['d1']);
  expect(cuts).toEqual(['d1', 'a1']);
  expect([afterOthers.is, again.is]).toEqual(['SERVICE_UNAVAILABLE', 'waiting']);
});

test('a caller who leaves while waiting gives its place to the next', async () => {
  const answers = createAnswerMemory({ all: 100 * KB, each: 100 * KB, patience });
  const [first, second, third] = ['a', 'a', 'a'].map((caller) => answers.open(caller, 'whole'));
  await first?.hold(100 * KB);
  const left = second?.hold(100 * KB);
  const next = third?.hold(100 * KB);

  second?.close();
  first?.close();

  await expect(left).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await next;
});

test('a caller who leaves while a long text waits for its turn keeps no place, and nothing is read for it', async () => {
  const answers = createAnswerMemory();
  const [first, left, next] = ['a', 'a', 'a'].map((caller) => answers.open(caller, 'whole'));
  const held = Promise.withResolvers<string>();
  const reads: string[] = [];
  const reading = (name: string) => async () => reads.push(name);

  const one = first?.inTextTurn(() => held.promise);
  const gone = left?.inTextTurn(reading('left'));
  const last = next?.inTextTurn(reading('next'));
  left?.close();
  await expect(gone).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  held.resolve('text');
  await Promise.all([one, last]);

  expect(reads).toEqual(['next']);
});
