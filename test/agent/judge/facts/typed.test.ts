import { expect, test } from 'vitest';
import { said, verdicts } from '../../../support/agent/facts.ts';

const INN = 'h1> Haus Berg\n';

verdicts('places next to words that are also names of hamlets', [
  ['h1> Servus from Anna, Toni and Lena!\nOur pension in Mayrhofen, Tyrol, has been a home for skiers since 1962.', 'In Austria', 'match'],
  [`Pitches – Mobile homes – Beach – Prices – Book\n${INN}h2> Torbole, northern Lake Garda, Italy`, 'In Italy', 'match'],
  [`${INN}Old tiles, new beds, in the heart of Porto.\nTake line E to Trindade, change, get off at São Bento.`, 'In Portugal', 'match'],
  [`${INN}Where we are\nIngrid Hahn, Uferstraße 90, 56812 Cochem, Germany`, 'In Germany', 'match'],
  [`${INN}A house of 92 rooms in Funchal, guests mostly from Germany, Britain and France.`, 'In Germany', 'no_match'],
  [`${INN}We sing across West Yorkshire. Our hall lies in Keighley, West Yorkshire.`, 'In Yorkshire', 'match'],
  [`${INN}A lodge in Charleston, West Virginia.`, 'In Virginia', 'no_match'],
  ['h1> Valga Railway Museum\nCome in August.', 'Outside Tallinn', 'match'],
  [`${INN}dt> Body\ndd> of steel, bolted together in Västervik, Sweden`, 'Made in Europe', 'match'],
]);

verdicts('full prices and reduced prices', [
  [`${INN}Full price €9.00; reduced (under 26, over 65) €6.50; children up to 6 free.`, 'Under 8 euros', 'no_match', 'museums'],
  [`${INN}dt> Entry\ndd> Adults 6 €, children 3 €`, 'Ticket under 7 euros', 'match', 'museums'],
  [`${INN}Admission €8.50. Free on the first Sunday of the month.`, 'Under 8 euros', 'no_match', 'museums'],
  [`${INN}Entry costs nothing.`, 'Ticket under 7 euros', 'match', 'museums'],
  [`${INN}dt> Under 18\ndd> free`, 'Under 10 euros', 'silent', 'museums'],
  [`${INN}Cot and high chair free of charge.`, 'Under 750 euros a month', 'silent', 'flats'],
  [`${INN}dt> Night\ndd> 85 €`, 'Under 750 euros a month', 'silent', 'flats'],
  [`${INN}dt> What it costs\ndd> £160 for the two days.`, 'Under 200 pounds', 'match', 'courses'],
  [`${INN}€480, or three instalments of €165.`, 'Under 250 euros', 'no_match', 'courses'],
  [`${INN}A double with breakfast is 78 euros from Sunday to Thursday.`, 'Under 100 euros a night', 'match', 'hotels'],
]);

verdicts("prices in another currency than the criterion's", [
  [`${INN}Boarding costs £13 a night.`, 'Under 30 euros a night', 'match', 'kennels'],
  [`${INN}dt> Adults\ndd> SEK 150`, 'Under 10 euros', 'no_match', 'museums'],
  [`${INN}dt> Adults\ndd> 190 CZK`, 'Under 10 euros', 'match', 'museums'],
  [`${INN}dt> Adults\ndd> £9`, 'Under 10 euros', 'silent', 'museums'],
]);

verdicts('weekdays', [
  [`${INN}Seven days a week, all year round.`, 'Is open on Saturdays', 'match'],
  [`${INN}Thursday to Monday from 10:30 to 18:00.`, 'Open on Mondays', 'match'],
  [`${INN}Rehearsals are on Wednesdays, 7.30pm to 9.15pm.`, 'On Wednesday evenings', 'match'],
  [`${INN}Rehearsals are on Wednesdays, 10 am to noon.`, 'On Wednesday evenings', 'silent'],
  [`${INN}On the last Sunday of every month, from 2 to 5, it can be visited.`, 'Open on Sundays', 'partial'],
  [`${INN}We rest on Sunday and Monday.`, 'Open on Sundays', 'no_match'],
  [`${INN}May to September daily 10–19.\nOctober to April Tue–Sun 10–18.`, 'Open on Mondays', 'partial'],
  [`${INN}Open daily 10 to 17.`, 'Can go to on a Monday', 'match'],
]);

verdicts('months', [
  [`${INN}The other 363 days we are here for you.`, 'Stays open in January', 'match'],
  [`${INN}The house can be rented all year.`, 'Open in January', 'match'],
  [`${INN}We shut at the beginning of November and unlock the door again on the first of March.`, 'Open in January', 'no_match'],
  [`${INN}We take our own holidays from Christmas to the end of February.`, 'Open in January', 'no_match'],
  [`${INN}Closed on 1 January and 25 December.`, 'Open in winter', 'match'],
  [`${INN}Beginners start on the first Monday of each month.`, 'Starts in September', 'match'],
  [`${INN}Closing date: 5 September 2025.`, 'Starts in September', 'silent'],
]);

verdicts('spoken languages', [
  [`${INN}Guided tours are offered in Estonian, English, Russian and Finnish.`, 'Does guided tours in German', 'no_match'],
  [`${INN}Groups of six or more may order a guide in German.`, 'Does guided tours in German', 'match'],
  [`${INN}Each morning at 11 there is a tour with an English-speaking guide.`, 'Has guided tours in English', 'match'],
  [`${INN}An audio guide in English costs 2 €. Tours are held in German.`, 'Has guided tours in English', 'no_match'],
  [`${INN}It is available in 14 languages, among them German and Polish.`, 'Has German interface', 'match'],
  [`${INN}h2> Languages\nEnglish, Deutsch, Español, Italiano.`, 'Has German interface', 'match'],
  [`${INN}English and German fluent.`, 'Where English is enough', 'silent'],
  [`${INN}A little German, English or Portuguese will do.`, 'Where English is enough', 'match'],
  [`${INN}Our English breakfast is served to German customers.`, 'English spoken', 'silent'],
  [`${INN}My brother takes people round in Italian. He has no English.`, 'Tours in English', 'silent'],
]);

verdicts('counts', [
  [`${INN}We are six altogether.`, 'Less than ten people', 'match'],
  [`${INN}We’re fourteen today.`, 'Less than 20 people', 'match'],
  [`${INN}With 26 people, from the cellar to the taproom, we brew by hand.`, 'Under 100 staff', 'match'],
  [`${INN}dt> Group\ndd> Never more than eight around the table`, 'No more than 8 people', 'match', 'courses'],
  [`${INN}A maximum of six students.`, '8 people at most', 'match', 'courses'],
  [`${INN}We have seventeen rooms.\ndt> Room\ndd> Family room, four beds`, 'Fewer than 15 rooms', 'no_match', 'hotels'],
  [`th> 16 rooms in all\n${INN}We sleep well.`, 'Has ten rooms or more', 'match', 'hotels'],
]);

verdicts('versions of a program', [
  [`${INN}The current version is 2.3.1, published on 12 June 2025.`, 'Has a release in 2025', 'match', 'software'],
  [`${INN}h2> Changes\nli> 1.0: 2015\nli> 2.7, the latest: 21 October 2025`, 'New version since October 2025', 'match', 'software'],
  [`${INN}Java 17 is the minimum as of 3.0; we patch 2.9 until June 2026.`, 'New version since January 2026', 'silent', 'software'],
  [`${INN}Free under the Apache License 2.0 and developed in the open since 2017.`, 'New version since 2016', 'silent', 'software'],
]);

verdicts('centuries and wars', [
  ['h1> Ann Lee\nShe was born in Keighley on 30 August 1934.', 'Born before the Second World War', 'match', 'women'],
  [`${INN}The museum was founded in 2006.`, 'Founded this century', 'match', 'museums'],
  [`${INN}The museum was founded in 1986.`, 'Founded this century', 'no_match', 'museums'],
]);

verdicts('common qualities with negations', [
  [`${INN}No weekends.`, 'Has weekends off', 'match', 'jobs'],
  [`${INN}Three nights a week, alternate weekends among them.`, 'Has weekends off', 'no_match', 'jobs'],
  [`${INN}We look for somebody to work with us every Saturday, 9.15 to 6.`, 'Has weekends off', 'silent', 'jobs'],
  [`${INN}Not yet profitable.`, 'Profitable', 'no_match', 'companies'],
  [`${INN}A single bar of soap is €6.50.`, 'Over a million euros in funding', 'silent', 'companies'],
  [`${INN}In 2023 it raised €2.1 million of funding.`, 'Over a million euros in funding', 'match', 'companies'],
]);

verdicts('names that resemble lists', [
  ['h1> The Three Horseshoes\nA pub in Bristol with a garden.', 'In England', 'match', 'pubs'],
  ['h1> All hands on deck!\nA museum in Esbjerg, Denmark.', 'In Denmark', 'match', 'museums'],
  ['h1> Five museums for a rainy day\nThe first lies in Esbjerg, Denmark.', 'In Denmark', 'silent', 'museums'],
]);

verdicts('people by sex', [
  [
    'h1> Dana Yellowhair\nDana teaches in Albuquerque. She was the first in her family to finish high school.',
    'Female',
    'match',
    'scholars',
  ],
  ['h1> Tom Wilk\nTom teaches in Łódź. He was the first in his family to finish high school.', 'Female', 'no_match', 'scholars'],
  ['h1> T. Wilk\nProfessor of physics in Łódź.', 'Female', 'silent', 'scholars'],
]);

verdicts('negated languages', [
  [`${INN}The course is taught in English.`, 'Not taught in English', 'no_match', 'courses'],
  [`${INN}Some German helps, and so does a smile.`, 'Not in German', 'silent', 'jobs'],
  [`${INN}English is enough in the kitchen; some Portuguese helps with the greengrocer.`, 'Where English is enough', 'match', 'jobs'],
  [`${INN}h2> What we would like\nli> Dutch or English\nli> two strong hands`, 'Where English is enough', 'match', 'jobs'],
]);

verdicts('a job seeker offers no job', [
  ['h1> Joiner, 34, looking for work in Bristol\nI build stairs.', 'Job', 'no_match', 'jobs'],
  ['h1> Looking for work in Bristol?\nWe need a joiner: apply by Friday, full-time, £19 an hour.', 'Job', 'match', 'jobs'],
]);

verdicts('hourly pay converted to monthly pay', [
  [`${INN}Pay: €20 an hour, 15 hours a week.`, 'Pays more than 2500 euros a month', 'silent', 'jobs'],
  [`${INN}Full-time. Pay: €20 an hour.`, 'Pays more than 2500 euros a month', 'match', 'jobs'],
  [`${INN}Pay: € 2.650 gross per month on the basis of 38 hours (so pro rata).`, 'Pays more than 2500 euros a month', 'silent', 'jobs'],
  [`${INN}Pay: €8 an hour.`, 'Pays more than 2500 euros a month', 'no_match', 'jobs'],
]);

verdicts('releases and the first year', [
  [`${INN}First release in 2016, current version 4.3.`, 'Exists since before 2018', 'match', 'libraries'],
  [`${INN}First release in 2016, current version 4.3.`, 'Had a release in 2025', 'silent', 'libraries'],
  [`${INN}On CRAN since 2017; version 1.11.0 of 2 February 2025.`, 'Had a release in 2025', 'match', 'libraries'],
]);

verdicts('deadlines as instructions to the reader', [
  [`${INN}Send your application to post@haus.example no later than 20.04.2025.`, 'Deadline in April 2025', 'match', 'jobs'],
  [`${INN}Send a few lines about yourself to jo@haus.example by 14 March 2025.`, 'Deadline in April 2025', 'no_match', 'jobs'],
]);

verdicts('historic counties', [
  ['h1> A weekend at the loom\nTwo days of weaving above Loch Tay, Perthshire.', 'In Britain', 'match', 'courses'],
]);

verdicts('mainland Europe and spoken languages', [
  ['h1> The ukulele orchestra\nWe are based in Porto, Portugal.', 'In mainland Europe', 'match', 'clubs'],
  ['h1> The ukulele orchestra\nWe are based in Leeds, England.', 'In mainland Europe', 'no_match', 'clubs'],
  ['h1> The ukulele orchestra\nWe are based in Palermo, Sicily.', 'In mainland Europe', 'silent', 'clubs'],
  [
    'h1> Ruderclub Altrhein\nA rowing club in Speyer. All our coaches speak English.',
    'English-speaking club',
    'match',
    'English-speaking clubs',
  ],
]);

verdicts('negated criteria', [
  [`${INN}We are sorry that we cannot take pets.`, 'No pets allowed', 'match', 'hotels'],
  [`${INN}Dogs are welcome in all rooms.`, 'No pets allowed', 'no_match', 'hotels'],
  [`${INN}Toxic to cats and dogs.`, 'Not poisonous', 'no_match', 'plants'],
  [`${INN}Nights: none.`, 'No night shifts', 'match', 'jobs'],
]);

verdicts('hours, permissions and phrases that deny nothing', [
  [`${INN}You may bring your dog.`, 'Takes dogs', 'match', 'hotels'],
  [`${INN}The pool is open until 10 pm.`, 'Has a pool', 'match', 'hotels'],
  [`${INN}Permanent position, 37.5 hours a week.`, 'Full-time job', 'match', 'full-time jobs'],
  [`${INN}Parking €3 a day.`, 'Has free parking', 'no_match', 'zoos'],
  [`${INN}Parking behind the house is free.`, 'Has free parking', 'match', 'zoos'],
]);

verdicts('months in a table', [
  [
    `${INN}h2> Opening hours\nth> Months\nth> Hours\ntd> April – November\ntd> 10–18\ntd> December – March\ntd> closed`,
    'Open in January',
    'no_match',
    'castles',
  ],
]);

verdicts('kinds of pages', [
  [
    'h1> Haus Linde\nOur house stands where the road begins to climb. Rooms with breakfast; open in January.',
    'Hotel',
    'needs_review',
    'hotels',
  ],
  ['h1> Strandhotel Vesterhav\nA white hotel above the beach.', 'Campsite', 'no_match', 'campsites'],
  ['h1> Volunteers wanted\nSea turtle summer: apply by 31 March.', 'Job', 'needs_review', 'jobs'],
]);

test('an address in the footer is the subject’s if it has the name of the site', () => {
  const page = 'h1> A picture house since the silents\nWe show films.\np*> The Rialto, 14 Boroughgate, Otley, West Yorkshire LS21 1AL';

  expect(said(page, 'In Yorkshire', 'cinemas', 'About us | The Rialto, Otley').verdict).toBe('match');
  expect(said(page, 'In Yorkshire', 'cinemas', 'About us').verdict).toBe('silent');
});
