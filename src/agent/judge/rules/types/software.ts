import { stemOf } from '../../text/lexicon.ts';
import type { Mood } from '../../text/negation.ts';
import type { Reading } from '../../text/reading.ts';
import { moodAt, passagesWith, type Statement } from '../../text/statements.ts';
import type { Claim } from '../claims/claim.ts';
import { languagesOf, licenceKey, licencesOf } from '../facts/relations.ts';
import { nearest, predicated, wasOnly } from './text.ts';

export function judgeOpen(reading: Reading): Statement[] {
  const licences = licencesOf(reading);
  const statements: Statement[] = licences.map(({ open, mood, passage }) => ({
    mood: open ? mood : mood === 'yes' ? 'no' : 'unsure',
    passage,
  }));
  const commercial = licences.some(({ open, mood }) => open && mood === 'yes');
  const told = statements.filter((_, i) => !(commercial && licences[i]?.open === false && /commercial/iu.test(licences[i]?.value ?? '')));
  for (const passage of passagesWith(reading, ['open', 'free', 'sourc', 'closed', 'proprietari'].map(stemOf))) {
    for (const match of passage.text.matchAll(
      /\bopen[- ]sourced?\b|\bfree software\b|\bfoss\b|\b(?:closed[- ]source|proprietary|source[- ]available)(?=\W)/giu,
    )) {
      const start = passage.start + match.index;
      const end = start + match[0].length;
      if (!predicated(reading, passage, start, end, false)) continue;
      const closed = /closed|proprietary|available/iu.test(match[0]);
      const said = moodAt(reading, passage, start, end);
      const mood = said === 'yes' && wasOnly(passage, start) ? 'past' : said;
      if (mood) told.push({ mood: closed ? (mood === 'yes' ? 'no' : 'unsure') : mood, passage });
    }
  }
  return told;
}

export function judgeLicence(reading: Reading, claim: Extract<Claim, { kind: 'licence' }>): Statement[] {
  const stated = licencesOf(reading).map((one) => ({ ...one, asked: claim.any.some((name) => sameLicence(name, licenceKey(one.value))) }));
  const firm = stated.filter(({ mood }) => mood === 'yes');
  // a dual licence is granted under each of its licences
  const some = firm.some(({ asked }) => asked);
  return stated.flatMap(({ asked, mood, passage }) =>
    asked
      ? [{ mood, passage }]
      : some && firm.some((one) => one.asked && one.passage === passage)
        ? []
        : [{ mood: mood === 'yes' ? ('no' as Mood) : 'unsure', passage }],
  );
}

const sameLicence = (asked: string, said: string) => said === asked || said.startsWith(`${asked} `) || said.startsWith(`${asked}-`);

export function judgeLanguage(reading: Reading, claim: Extract<Claim, { kind: 'language' }>): Statement[] {
  const stated = languagesOf(reading);
  const alias = (name: string) => (name === 'golang' ? 'go' : name);
  const asked = (value: string) => claim.any.some((name) => alias(name) === alias(value.toLowerCase()));
  const rewritten = stated.some(({ value, passage }) => asked(value) && /\brewr|\breimplement|\bport(?:ed|ing)\b/iu.test(passage.text));
  // a page that names the asked language anywhere else may speak of two times or two parts
  const named = nearest(reading, claim) !== undefined;
  return stated.flatMap(({ value, mood, passage, part }) => {
    if (asked(value)) return [{ mood, passage, ...(part ? { part } : {}) }];
    if (part || rewritten) return [];
    // another language in the same breath: "C++ and Rust"
    if (stated.some((other) => other.passage === passage && asked(other.value))) return [];
    return [{ mood: mood === 'yes' && !named ? ('no' as Mood) : ('unsure' as Mood), passage }];
  });
}
