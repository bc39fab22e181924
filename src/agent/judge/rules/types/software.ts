import { stemOf } from '../../../../language/english/lexicon.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import type { Reading } from '../../text/reading.ts';
import { assertionAt, passagesWith, type Statement } from '../../text/statements.ts';
import type { Claim } from '../claims/claim.ts';
import { languagesOf, licenceKey, licencesOf } from '../facts/relations.ts';
import { nearest, predicated, wasOnly } from './text.ts';

export function judgeOpen(reading: Reading): Statement[] {
  const licences = licencesOf(reading);
  const statements: Statement[] = licences.map(({ open, assertion, passage }) => ({
    assertion: open ? assertion : assertion === 'yes' ? 'no' : 'unsure',
    passage,
  }));
  const commercial = licences.some(({ open, assertion }) => open && assertion === 'yes');
  const read = statements.filter((_, i) => !(commercial && licences[i]?.open === false && /commercial/iu.test(licences[i]?.value ?? '')));
  for (const passage of passagesWith(reading, ['open', 'free', 'sourc', 'closed', 'proprietari'].map(stemOf))) {
    for (const match of passage.text.matchAll(
      /\bopen[- ]sourced?\b|\bfree software\b|\bfoss\b|\b(?:closed[- ]source|proprietary|source[- ]available)(?=\W)/giu,
    )) {
      const start = passage.start + match.index;
      const end = start + match[0].length;
      if (!predicated(reading, passage, start, end, false)) continue;
      const closed = /closed|proprietary|available/iu.test(match[0]);
      const said = assertionAt(reading, passage, start, end);
      const assertion = said === 'yes' && wasOnly(passage, start) ? 'past' : said;
      if (assertion) read.push({ assertion: closed ? (assertion === 'yes' ? 'no' : 'unsure') : assertion, passage });
    }
  }
  return read;
}

export function judgeLicence(reading: Reading, claim: Extract<Claim, { kind: 'licence' }>): Statement[] {
  const stated = licencesOf(reading).map((one) => ({ ...one, asked: claim.any.some((name) => sameLicence(name, licenceKey(one.value))) }));
  const firm = stated.filter(({ assertion }) => assertion === 'yes');
  // a dual licence is granted under each of its licences
  const some = firm.some(({ asked }) => asked);
  return stated.flatMap(({ asked, assertion, passage }) =>
    asked
      ? [{ assertion, passage }]
      : some && firm.some((one) => one.asked && one.passage === passage)
        ? []
        : [{ assertion: assertion === 'yes' ? ('no' as Assertion) : 'unsure', passage }],
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
  return stated.flatMap(({ value, assertion, passage, part }) => {
    if (asked(value)) return [{ assertion, passage, ...(part ? { part } : {}) }];
    if (part || rewritten) return [];
    // another language in the same breath: "C++ and Rust"
    if (stated.some((other) => other.passage === passage && asked(other.value))) return [];
    return [{ assertion: assertion === 'yes' && !named ? ('no' as Assertion) : ('unsure' as Assertion), passage }];
  });
}
