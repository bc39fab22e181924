import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRecording } from '../../../src/runs/recording/replay.ts';
import { assessor } from '../../support/agent/judges.ts';
import { NAMES, playerOfFile, recorded } from './recorded.ts';

/** Rewritten with WRITE_RECORDING=1, when prompts or rules change what a run finds. */
const FIXTURE = new URL('../../fixtures/run.recording.jsonl', import.meta.url);
/** The recording in the repository has all pages. */
const PLAYED = process.env.WRITE_RECORDING ? NAMES : NAMES.slice(0, 6);
const played = playerOfFile();

let whole: Promise<string> | undefined;
/** One recording for the tests without settings of their own. */
const recordedOnce = () => {
  whole ??= recorded({}, PLAYED);
  return whole;
};

describe('a recorded run', () => {
  test('replays to the same rows and verdicts, byte for byte, without external calls', async () => {
    const text = await recordedOnce();
    if (process.env.WRITE_RECORDING) writeFileSync(FIXTURE, text);

    const { run, rows, difference } = await played(text);

    expect(difference).toBeNull();
    expect(run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
    expect(rows).toHaveLength(PLAYED.length);
    expect(rows.join('\n')).toContain('"judge":"llm"');
    // the words of one criterion do not prove it, and are read alone
    expect(text).toContain('supports');
    expect(readRecording(text).rows).toEqual(rows);
  });

  test('plays again as far as it went when it stopped with lanes at work', async () => {
    const text = await recorded({ target: 3 }, PLAYED);

    const { run, difference } = await played(text);

    expect(difference).toBeNull();
    expect(run).toMatchObject({ state: 'completed' });
  });

  test('a changed page in the recording is detected', async () => {
    const text = (await recordedOnce()).replaceAll('It was first released in 2004.', 'It was first released in 1904.');

    const { difference } = await played(text);

    expect(difference?.replayed).toContain('the recording holds no answer');
  });

  test('the recording in the repository gives its original rows', async () => {
    const text = readFileSync(FIXTURE, 'utf8');

    const { difference, rows } = await played(text, assessor);

    expect(difference).toBeNull();
    expect(rows).toHaveLength(NAMES.length);
  });

  test('an invalid recording is refused with its line', () => {
    expect(() => readRecording('{"recording":1}\n')).toThrow('line 1 is not part of a recording');
  });
});
