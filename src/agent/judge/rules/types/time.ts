import { anyWithin, daysWithin } from '../../../../language/constraint.ts';
import type { Reading } from '../../text/reading.ts';
import { decide, type Statement } from '../../text/statements.ts';
import type { Claim } from '../claims/claim.ts';
import { eventOf, type Happening, happenings } from '../facts/events.ts';

/** The happenings to go by: the ones called first where a page has such, else all. */
export function firstOf(found: Happening[], wantsFirst: boolean): Happening[] {
  const first = found.filter((one) => one.first && one.assertion === 'yes');
  return wantsFirst && first.length > 0 ? first : found;
}

/** A date that is denied or planned says nothing sure of when it was; a date told is held against the bounds as an interval. */
export function judgeTime(reading: Reading, claim: Extract<Claim, { kind: 'time' }>): Statement[] {
  const named = eventOf(claim.event);
  const events = named ? [named] : claim.event ? [claim.event] : ['published', 'founded', 'released'];
  for (const event of events) {
    const found = firstOf(happenings(reading, event), event === 'released');
    if (found.length === 0) continue;
    return found.map(({ date, assertion, passage }) => ({
      assertion:
        assertion === 'yes'
          ? decide(anyWithin((claim.any ?? [claim]).map(({ from, to }) => daysWithin(date, from, to))), assertion)
          : assertion === 'maybe'
            ? 'maybe'
            : 'unsure',
      passage,
    }));
  }
  return [];
}
