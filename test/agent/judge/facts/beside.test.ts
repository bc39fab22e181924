import { expect, test } from 'vitest';
import { verdicts } from '../../../support/agent/facts.ts';
import { readValue } from '../../../support/values.ts';

const INN = 'h1> Haus Berg\n';

verdicts('phrases that resemble opening hours', [
  [`${INN}Rest assured: we are open on Sunday 10–16.`, 'Open on Sundays', 'match'],
  [`${INN}Our staff work seven days a week. Open Monday to Friday.`, 'Open on Saturdays', 'no_match'],
  [`${INN}Deliveries seven days a week. Shop hours Monday to Saturday 9 to 5.`, 'Open on Sundays', 'no_match'],
  [`${INN}Open Monday to Friday 9:00 to 17:00.`, 'Open on Monday evenings', 'silent'],
  [`${INN}Open Tuesday 10–18, room 17.`, 'Open on Tuesday evenings', 'silent'],
  [`${INN}The road over the pass is closed in winter, but we are open.`, 'Open in January', 'silent'],
  [`${INN}Last winter we were closed for building works.`, 'Open in January', 'silent'],
  [`${INN}Contracts let for twelve months. Open May to September.`, 'Open in January', 'no_match'],
  [`${INN}Closed over Christmas.`, 'Open in December', 'silent'],
  [`${INN}Rent from 650 euros each month.`, 'Starts in September', 'silent', 'jobs'],
]);

verdicts('phrases that resemble a language, a version or a size', [
  [`${INN}We teach Spanish and French. Lessons are held in English.`, 'Has Spanish lessons', 'silent'],
  [`${INN}On Saturdays there is an extra tour in French. Daily tours at 11.`, 'Tours in English', 'silent'],
  [`${INN}My grandfather spoke English and German.`, 'English spoken', 'silent'],
  [`${INN}Version 1.4 will be released in December 2027.`, 'New version since January 2026', 'silent', 'software'],
  [`${INN}The website was updated on 3 March 2026. The last release, 1.4.0, is from 2019.`, 'New version since January 2026', 'no_match', 'software'],
  [`${INN}The current version is 2.3.1. Python 3.12 came out in October 2023.`, 'New version since September 2023', 'silent', 'software'],
  [`${INN}300 people in three countries use our software.`, 'Less than 50 employees', 'silent', 'companies'],
  [`${INN}200 people who came to our opening still talk of it.`, 'Less than 50 employees', 'silent', 'companies'],
  [`${INN}We help businesses with 50 staff.`, 'Less than 20 employees', 'silent', 'companies'],
  [`${INN}We are 100 today! Founded 1926.`, 'Less than 20 employees', 'silent', 'companies'],
  [`${INN}A house in the hills.\nh2> 3 rooms left\nBook soon.`, 'Fewer than 15 rooms', 'silent', 'hotels'],
]); // biome-ignore format: a table

verdicts('phrases that resemble a price or a place', [
  [`${INN}Dinner is €35, a room is €120.`, 'Under 50 euros a night', 'silent', 'hotels'],
  [`${INN}After the war he turned home from Russia. Knives forged in Solingen.`, 'Made in Russia', 'no_match', 'knives'],
  [`${INN}A hotel in East London, South Africa.`, 'In London', 'no_match', 'hotels'],
  [`${INN}We sell soap.\nh2> Stockists\nKaffeehaus, Lange Strasse 4, 10115 Berlin, Germany`, 'In Germany', 'silent', 'companies'],
]);

test.each([
  [`${INN}h2> Ingredients\nli> 500 g flour`, 'Weight in kg', null],
  [`${INN}Maximum 10 participants. Since 1998, 12000 people have come, up to 400 people a year.`, 'Largest group', null],
  [`${INN}Bake for 20 minutes.`, 'Total time in minutes', null],
  [`${INN}We look for a baker. Bike hire is 5 euros per hour.`, 'Pay per hour', null],
  [`${INN}A guarantee of 2 years.`, 'Length in years', null],
  [`${INN}Full-time job with 48 hours of training.`, 'Hours per week', null],
  [`${INN}p*> Website by Blau, founded in 1999`, 'Year founded', null],
])('%s: “%s” is %s', (lines, label, value) => {
  expect(readValue(lines, label, 'number', 'things').value).toBe(value);
});

verdicts('denials about a part, some people or another thing', [
  [`${INN}Dogs are not allowed in the sauna.`, 'No pets allowed', 'partial', 'hotels'],
  [`${INN}We do not take large dogs.`, 'No pets allowed', 'partial', 'hotels'],
  [`${INN}The course is in English, which is a plus.`, 'Not in English', 'silent', 'courses'],
  [`${INN}We had a pool until Monday.`, 'Has a pool', 'silent', 'hotels'],
  [`${INN}Our sauna served until 12.3.2019.`, 'Has a sauna', 'silent', 'hotels'],
]);

verdicts('job seekers and campsites', [
  ['h1> Social worker\nYou help refugees who are looking for work. Apply by Friday; full-time.', 'Job', 'needs_review', 'jobs'],
  ['h1> Adler Farm\nOur farm has 30 pitches for tents.', 'Campsite', 'needs_review', 'campsites'],
]);

verdicts('hourly pay next to other hours', [
  [`${INN}Pay: €20 an hour, mini-job of 8 hours a week. Phone us within 48 hours.`, 'Pays more than 2500 euros a month', 'silent', 'jobs'],
]);
