import { describe, expect, test, vi } from 'vitest';
import { type Case, said, verdicts } from '../../../support/agent/facts.ts';

const INN = 'h1> Haus Berg\n';

verdicts('places of offices', [
  [`${INN}dt> Offices\ndd> Munich, Graz and Toulouse`, 'Office in Germany', 'match'],
  [`${INN}dt> Offices\ndd> Munich, Graz and Toulouse`, 'No US office', 'match'],
  [`${INN}dt> Offices\ndd> Spain, Brazil, US, Mexico`, 'No US office', 'no_match'],
  [`${INN}dt> Offices\ndd> Munich, Paris and others`, 'Office in Canada', 'silent'],
  [`${INN}dt> Head office\ndd> Sofia, Bulgaria`, 'Office in Germany', 'silent'],
  [`${INN}It has its seat in Osaka and offices in Boston and Lagos.`, 'Office in Nigeria', 'match'],
]);

verdicts('places of things', [
  [`${INN}Bacharach, Rhineland-Palatinate`, 'In Germany', 'match'],
  [`${INN}Right on the shore of the Tegernsee in Bavaria.`, 'In Germany', 'match'],
  [`${INN}Our guest house stands in the centre of Kitzbühel.`, 'In Germany', 'no_match'],
  [`${INN}An Eindhoven-based maker of measuring instruments.`, 'In the Netherlands', 'match'],
  [`${INN}A kayak school near Bovec.`, 'In Slovenia', 'match'],
  [`${INN}Trains to Vienna leave every hour.`, 'In Austria', 'silent'],
  [`${INN}A choir in Headingley, Leeds.`, 'In northern England', 'match'],
  [`${INN}A choir in Southampton.`, 'In northern England', 'no_match'],
  [`${INN}A bakery in Perth.`, 'In Scotland', 'silent'],
  [`${INN}Haus Berg makes chairs in Ghent.`, 'Based in Ghent', 'silent'],
  [`${INN}Haus Berg speaks for 140 glass companies in Italy.`, 'In Italy', 'silent'],
  [`${INN}The works lie in Dresden.`, 'In Germany, Austria or Switzerland', 'match'],
  [`${INN}The works lie in Dresden.`, 'In Germany Austria Switzerland', 'match'],
  [`${INN}The works lie in Aberdeen, Scotland.`, 'In scotland', 'match'],
]);

verdicts('counts, durations and measures', [
  [`${INN}We let 8 rooms with balcony.`, 'Fewer than 30 rooms', 'match'],
  [`${INN}The house has 84 rooms and 11 suites.`, 'Fewer than 30 rooms', 'no_match'],
  [`${INN}dt> Rooms\ndd> 12`, 'Fewer than 30 rooms', 'match'],
  [`${INN}Some 450 colleagues work here.`, 'More than 100 employees', 'match'],
  [`${INN}A team of 38.`, 'More than 100 employees', 'no_match'],
  [`${INN}500 people came to our conference.`, 'More than 100 employees', 'silent'],
  [`${INN}dt> Attendance 2024\ndd> 986,000`, 'More than 100,000 visitors a year', 'match'],
  [`${INN}46 beds in dormitories, blankets there.`, 'For over 30', 'match'],
  [`${INN}A fortnight of lessons at the club, in all half an hour a day.`, 'Takes more than 3 months', 'silent'],
  [`${INN}On the table in 25 minutes.`, 'Takes less than 30 minutes', 'match'],
  [`${INN}dt> Height\ndd> 1.5 to 2 m`, 'Taller than 20 metres', 'no_match'],
  [`${INN}A grown one reaches thirty metres or more.`, 'Taller than 20 metres', 'match'],
  [`${INN}dt> Weight\ndd> 118 g with cells`, 'Weighs less than 300 grams', 'match'],
]);

verdicts('prices and pay', [
  [`${INN}dt> Adults\ndd> 19 euros a night`, 'Under 20 euros a night', 'match'],
  [`${INN}dt> Adults\ndd> 19 euros a night`, 'Under 15 euros each', 'no_match'],
  [`${INN}Hannes sells his honey, ten euros a jar.`, 'Under 15 euros each', 'silent'],
  [`${INN}Dogs pay 8 € a night.`, 'Under 15 euros each', 'silent'],
  [`${INN}The course is free of charge.`, 'Under 500 dollars', 'match'],
  [`${INN}dt> Yearly pay\ndd> 85.000 – 105.000 euro`, 'Pays more than 70,000 euros', 'match'],
  [`${INN}Pay: EUR 5,000 a month.`, 'Pays more than 70,000 euros', 'no_match'],
  [`${INN}£31,200 a year, thirty-two days off.`, 'Over 30k a year', 'match'],
]);

verdicts('dates and years', [
  [`${INN}We opened as a youth hostel in 1974.`, 'Opened before 1980', 'match'],
  [`${INN}The wash house was built in 1984.`, 'Opened before 1980', 'silent'],
  [`${INN}Listed on the Nasdaq since 2009, it writes software.`, 'Founded before 1950', 'silent'],
  ['h1> Agnes Harrow (1871–1963)\nShe pressed lace on paper.', 'Born before 1900', 'match'],
  ['h1> Ada Marchetti\nTrieste, 1912 – Padua, 2009\nShe wrote programs.', 'Died after 2000', 'match'],
  [`${INN}Write to us by 12 April 2026.`, 'Before May 2026', 'match', 'jobs before May 2026'],
  [`${INN}First tagged in 2012.`, 'From before 2015', 'match', 'software from before 2015'],
  [`${INN}Tuesday to Sunday, 10–18`, 'Open on Mondays', 'no_match'],
  [`${INN}dt> Open\ndd> Thursday to Monday 9:00–18:30`, 'Open on Mondays', 'match'],
  [`${INN}We are there on the first Saturday of the month.`, 'On Saturdays', 'match'],
]);

verdicts('licences and programming languages', [
  [`${INN}dt> Licence\ndd> BSD-2-Clause`, 'Permissive licence', 'match'],
  [`${INN}Take your pick of Apache 2.0 and the two-clause BSD terms.`, 'Permissive licence', 'match'],
  [`${INN}dt> Licence\ndd> GPL-3.0-only`, 'Permissive licence', 'no_match'],
  [`${INN}Includes jQuery, licensed under the MIT licence.`, 'Permissive licence', 'silent'],
  [`${INN}dt> Language\ndd> Python`, 'Written in Python', 'match'],
  [`${INN}Haus is six thousand lines of Rust.`, 'In Rust', 'match'],
  [`${INN}A JavaScript library that draws SVG.`, 'In Rust', 'no_match'],
  [`${INN}Haus compiles programs written in Rust.`, 'In Rust', 'silent'],
  [`${INN}A small tool written in Rust.`, 'In Rust', 'match'],
  [`${INN}You will need Rust 1.74 or newer to build it.`, 'In Rust', 'match'],
  [`${INN}Its code base is Rust throughout and stands under MPL-2.0.`, 'Open-source licence', 'match'],
  [`${INN}It was first written in C and has been rewritten in Rust.`, 'Written in Rust', 'match'],
  [`${INN}Haus is partly written in Rust.`, 'Written in Rust', 'partial'],
  [`${INN}Haus is not written in Rust.`, 'Not written in Rust', 'match'],
  [`${INN}Haus is written in Go.`, 'Written in Rust or Go', 'match'],
  [`${INN}Haus is an editor. It is written in Rust.`, 'Open-source editor written in Rust', 'partial'],
  [`${INN}Haus is an open-source editor written in Rust.`, 'Open-source editor written in Rust', 'match'],
  [`${INN}Haus is licensed under the AGPL. A commercial licence can be bought.`, 'Open source', 'match'],
  [`${INN}Until 2019: Apache 2.0.\nFrom version 19.2: Business Source License.`, 'Open source', 'no_match'],
  [
    `${INN}It is covered by the Business Source License 1.1, with Apache 2.0 as the licence to which each version changes.`,
    'Open source',
    'no_match',
  ],
  [
    `${INN}The licence is the Business Source License 1.1; each release converts to Apache 2.0 after four years.`,
    'Open source',
    'no_match',
  ],
  [`${INN}Early versions came under the GPL v3.`, 'Under the GPL', 'silent'],
  [`${INN}The PostgreSQL Licence is a short text akin to BSD and MIT.`, 'Under the MIT licence', 'no_match'],
  [`${INN}In 2019 the licence was changed to Apache 2.0.`, 'Open source', 'match'],
  [`${INN}The implementation is in Go.`, 'In Rust', 'no_match'],
  [`${INN}Haus is source-available.`, 'Open source', 'no_match'],
  [`${INN}We pay for contributions to open source.`, 'Open source', 'silent'],
]);

verdicts('features and absences', [
  [`${INN}dt> Animals\ndd> Pets stay free of charge`, 'Accepts dogs', 'match'],
  [`${INN}We are sorry that we cannot take pets.`, 'Accepts dogs', 'no_match'],
  [`${INN}Your dog may sleep in the room on its own blanket.`, 'Where dogs are allowed', 'match'],
  [`${INN}dt> Animals\ndd> Sorry, none. The sheep next door need no other`, 'Where dogs are allowed', 'no_match'],
  [`${INN}tags: hostel, tyrol`, 'Where dogs are allowed', 'silent'],
  [`${INN}A zero-dependency, lazy, simple parser.`, 'Without dependencies', 'match'],
  [`${INN}Nut-free.`, 'Without nuts', 'match'],
  [`${INN}Our choir has no audition.`, 'Without an audition', 'match'],
  [`${INN}A house with a heated swimming pool.`, 'Has a swimming pool', 'match'],
  [`${INN}There is no pool, but the lake is near.`, 'Has a pool', 'no_match'],
]);

describe("the kind of a page's subject", () => {
  test.each<Case>([
    ['h1> Burr\nBurr is a maker of millstones.', 'Manufacturer', 'match', 'manufacturers'],
    ['h1> Seewiese\nSeewiese is a campground by the lake.', 'Campsite', 'match', 'campsites'],
    ['h1> Adler\nA family-run restaurant in Passau.', 'Hotel', 'no_match', 'hotels'],
    ['h1> 10 best hotels in Lisbon\nHere they are.', 'Hotel', 'no_match', 'hotels'],
    ['h1> Fire in a hotel\nBy Ann Lee, 4 May 2024\nNobody was hurt.', 'Hotel', 'no_match', 'hotels'],
    ['h1> Doctors Without Fences\nDoctors Without Fences is a charity in Lyon.', 'Charity', 'match', 'charities'],
    ['h1> Ann Lee\nShe studied in Graz. Her work on sugars is known. She lives in Linz.', 'Woman', 'match', 'women'],
    ['h1> Bob Lee\nHe studied in Graz. His work on sugars is known. He lives in Linz.', 'Woman', 'no_match', 'women'],
    ['h1> Burr\nBurr grinds millstones true.', 'Company', 'needs_review', 'companies'],
  ])('%s: asked “%s”, %s', (lines, label, verdict, request) => expect(said(lines, label, request).verdict).toBe(verdict));

  test('in a criterion with kind and quality, the quality decides if nothing speaks against the kind', () => {
    expect(said('h1> Wren Parcels\nTen hours a week, part time.', 'Part-time job', 'part-time jobs').verdict).toBe('match');
    expect(said('h1> Wren Parcels\nFull time, 40 hours a week.', 'Part-time job', 'part-time jobs').verdict).toBe('no_match');
  });
});

test('whole sentences and “only” criteria are left to the words', () => {
  expect(said(`${INN}USA`, 'US only').verdict).toBe('silent');
  expect(
    said(`${INN}The council approved the plan in 2015.`, 'The city council approved the new stadium plan in March 2015.').verdict,
  ).toBe('silent');
});

test('a relative date is resolved again each day', () => {
  const asked = () => said(`${INN}It was founded in 2019.`, 'Founded in the last 3 years').verdict;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-06-01') });
  try {
    expect(asked()).toBe('match');
    vi.setSystemTime(new Date('2026-06-01'));
    expect(asked()).toBe('no_match');
  } finally {
    vi.useRealTimers();
  }
});

verdicts('qualities in the words of pages', [
  [`${INN}dt> Pets\ndd> On request, 8 € a night`, 'Takes dogs', 'match'],
  [`${INN}Four-legged guests sleep here at no charge.`, 'Where dogs are allowed', 'match'],
  [`${INN}dt> Dogs\ndd> Must stay at home, sorry`, 'Takes dogs', 'silent'],
  [`${INN}Assistance dogs are welcome; other animals have to wait outside.`, 'Lets dogs in', 'silent'],
  [`${INN}You need not have done this before, we teach you.`, 'No experience needed', 'match'],
  [`${INN}Two years of experience are required.`, 'No experience needed', 'no_match'],
  [`${INN}The post is for 20 hours a week.`, 'Part-time', 'match'],
  [`${INN}The firm is in its fifth generation.`, 'Family-run', 'match'],
  [`${INN}The station is 600 m away.`, 'No car needed', 'match'],
  [`${INN}Acme sells sugar-free sweets.`, 'Free', 'silent'],
  [`${INN}dt> Languages\ndd> Portuguese, English or French`, 'Where they speak French', 'match'],
  [`${INN}The course is held in German.`, 'Taught in German', 'match'],
  [`${INN}Her book was translated into German.`, 'Speaks German', 'silent'],
]);

verdicts('months without a year', [
  [`${INN}dt> Open\ndd> 5 December – 6 April`, 'Open in January', 'match'],
  [`${INN}dt> Open\ndd> May to October`, 'Open in January', 'no_match'],
  [`${INN}We never close, not even at Christmas.`, 'Open in winter', 'match'],
  [`${INN}Closed in November.`, 'Open in January', 'match'],
  [`${INN}Closed in January.`, 'Open in January', 'no_match'],
  [`${INN}dt> Start\ndd> 24 September 2025`, 'Starts in September or October', 'match'],
  [`${INN}The course starts on 12 March.`, 'Starts in September or October', 'no_match'],
  [`${INN}We may march again.`, 'Open in May', 'silent'],
  [`${INN}Open from May to October; closed on Mondays.`, 'Open in January', 'no_match'],
  [`${INN}Open daily except Monday, March to October.`, 'Open in June', 'match'],
  [`${INN}We are not open all year round.`, 'Open in January', 'silent'],
  [`${INN}The lake keeps 18 degrees all year round.`, 'Open in January', 'silent'],
  [`${INN}The café is open from April to October.`, 'Open in January', 'silent'],
  [`${INN}Guests from May to July enjoy cherries.`, 'Open in June', 'silent'],
  [`${INN}Prices valid from September 2025.`, 'Starts in September', 'silent'],
]);

verdicts('weekdays in the words of pages', [
  [`${INN}Open daily from 9 to 5, Sun and Mon closed.`, 'Open on Sundays', 'no_match'],
  [`${INN}Closing day is Tuesday.`, 'Open on Mondays', 'match'],
  [`${INN}Closing day is Tuesday.`, 'Open on Tuesdays', 'no_match'],
  [`${INN}Wednesday to Sunday, and bank holiday Mondays, 10–17.`, 'Open on Mondays', 'silent'],
]);

verdicts('ambiguous names of towns', [
  [`${INN}A bakery in Perth. Loaves £3. Ring +44 1738 550 000.`, 'In Scotland', 'match'],
  [`${INN}A choir in Durham. £40 a season. We also sing in Whitby.`, 'In England', 'match'],
  [`${INN}On the promenade at Llandudno, North Wales.`, 'In Britain', 'match'],
  [`${INN}A workshop in Wolverhampton.`, 'In Leeds', 'no_match'],
  [`${INN}Whoever wanted to go from Bavaria to Italy passed here.`, 'In Austria', 'silent'],
  [`${INN}A steel body bolted together.\ndt> Country of production\ndd> China`, 'Made in Europe', 'no_match'],
  [`${INN}It comes from a works in Bielefeld, Germany.`, 'Made in Europe', 'match'],
  [`${INN}Designed in Bergen, Norway, made in Ningbo, China.`, 'Made in Europe', 'no_match'],
]);

verdicts('numbers and what they measure', [
  [`${INN}The guarantee runs for ten years.`, 'At least 5 years guarantee', 'match'],
  [`${INN}The battery lasts 22 min at full blast.`, 'At least 5 years guarantee', 'silent'],
  [`${INN}There are four bedrooms for eight guests.`, 'For 6', 'match'],
  [`${INN}We stop at six people per group.`, 'Max 8', 'match'],
  [`${INN}A six-week course.`, 'Ten weeks at most', 'match'],
  [`${INN}dt> Pay\ndd> 2,650 euros gross per month`, 'Over 2000 euros a month', 'match', 'jobs'],
  [`${INN}Repairs are charged at €52 an hour.`, 'Under 60 euros an hour', 'match'],
  [`${INN}A group lesson costs €35. The long ride is €60.`, 'No more than 40 euros', 'match'],
]);

verdicts('licences before a kind, and the public domain', [
  [`h1> Acme\nAcme is a database. It is free software under the GNU AGPL v3.`, 'AGPL database', 'match', 'AGPL databases'],
  [`h1> Acme\nAcme is a database. The licence is MIT.`, 'AGPL database', 'no_match', 'AGPL databases'],
  [`h1> Acme\nAcme is a database. The licence, for long the AGPL v3, is nowadays MIT.`, 'AGPL database', 'no_match', 'AGPL databases'],
  [`h1> Acme\nAcme is a database in the public domain.`, 'In the public domain', 'match', 'databases'],
  [`h1> Acme\nAcme is a database. The source was made public in 2023.`, 'In the public domain', 'silent', 'databases'],
  [`h1> Acme\nAcme is a database. It keeps lists, sorted sets and streams.`, 'Streaming database', 'needs_review', 'streaming databases'],
  [`h1> Acme\nAcme is a database. It owes its success to five lines of Python.`, 'Written in Python', 'silent', 'databases'],
]);

verdicts('names in lower case', [
  [`${INN}Haus is written in Rust.`, 'Written in rust', 'match', 'databases'],
  [`${INN}Haus is written in Rust.`, 'Written in go or c++', 'no_match', 'databases'],
  [`${INN}MIT © 2020 Ayodele Martins.`, 'Mit licence', 'match', 'libraries'],
  [`${INN}Licensed under the GPL v3.`, 'gpl licensed', 'match', 'libraries'],
]);

verdicts('denials of something else', [
  [`${INN}You do not need a ticket for the café.`, 'With a café', 'silent'],
  [`${INN}No main course costs more than nineteen euros.`, 'Main courses', 'silent'],
  [
    `h1> Are you the one who always notices?\nWe are looking for a care assistant, part-time, permanent contract. Apply by Friday.`,
    'Part-time',
    'match',
    'jobs',
  ],
]);

verdicts('where a shop delivers', [
  [`${INN}We ship all over the world.`, 'Ships worldwide', 'match'],
  [`${INN}We deliver in Europe.`, 'Ships worldwide', 'silent'],
  [`${INN}We deliver in Great Britain only.`, 'Ships worldwide', 'no_match'],
  [`${INN}We deliver in Europe.`, 'Ships abroad', 'match'],
]);

verdicts('kinds of databases', [
  [`h1> Acme\nAcme is a graph database.`, 'Graph database', 'match', 'graph databases'],
  [`h1> Acme\nAcme is a document and graph database.`, 'Graph database', 'match', 'graph databases'],
  [`h1> Acme\nAcme is a database made for time series.`, 'Time series database', 'match', 'time series databases'],
  [
    `h1> Acme\nAcme is a vector database.\nFilters are applied while the graph is walked.`,
    'Graph database',
    'needs_review',
    'graph databases',
  ],
  [`h1> Acme\nAcme is a relational database.\nIt has a vector type since 2024.`, 'Vector database', 'needs_review', 'vector databases'],
  [`h1> Acme, ten years of little graphs\nAcme is a database.`, 'Graph database', 'needs_review', 'graph databases'],
]);

verdicts('sentences that do not say what the page is about', [
  [`h1> Acme, successor of Titan\nTitan was a graph database. Its users forked it.`, 'Database', 'needs_review', 'databases'],
  [`h1> Acme\nGoogle described it in 2006.`, 'Search engine', 'needs_review', 'search engines'],
  [`h1> Database Field Notes\nNotes on what we tried.`, 'Database', 'needs_review', 'databases'],
  [`h1> Embedded or server?\nAn embedded database is a library within your process.`, 'Database', 'needs_review', 'databases'],
  [`h1> Why stay in a hotel?\nAny hotel has a bed and a bath.`, 'Hotel', 'no_match', 'hotels'],
  [`h1> What is Acme?\nAcme is a database.`, 'Database', 'match', 'databases'],
  [`h1> Acme\nIt was a knowledge graph, written in Java.`, 'Written in Java', 'silent', 'databases'],
  [`h1> Notes\nPrograms whose source can be read are called source-available.`, 'Not open source', 'silent', 'databases'],
]);

verdicts('the latest release, any release, and the first', [
  [`${INN}2008: first version released. 11 March 2024: version 5.0 released.`, 'Last release 2024 or later', 'match', 'software'],
  [`${INN}Version 4.2 was released on 18 March 2025.`, 'Has a release in 2025', 'match', 'software'],
  [`${INN}3.5.0 shipped 27 October 2025.`, 'Was out before 2024', 'silent', 'software'],
  [`${INN}Version 1.0 was released on 4 May 1998.`, 'First released before 2000', 'match', 'software'],
  [`${INN}Version 1.0 was released on 4 May 2018.`, 'First released after 2015', 'silent', 'software'],
  [`${INN}Version 1.0 was released on 4 May 2018.`, 'First released before 2015', 'silent', 'software'],
  [`${INN}First released in 2012. Version 1.0 came out in 2018.`, 'First released after 2015', 'no_match', 'software'],
  [`${INN}Version 1.0 was released on 4 May 2018.`, 'Released after 2015', 'match', 'software'],
  [`${INN}The programme begins on 8 September 2025.`, 'Starts before October 2025', 'match', 'jobs'],
  [`${INN}Doctorate 2016 with a thesis on soils.`, 'Has a phd from 2010 or later', 'match', 'researchers'],
]);

verdicts('statements about other things', [
  [`${INN}Open daily Monday to Friday.`, 'Open on Sundays', 'no_match'],
  [`${INN}Rest day Monday and Tuesday.`, 'Open on Tuesdays', 'no_match'],
  [`${INN}We are a bakery in a small German village.`, 'Taught in German', 'silent'],
  [`${INN}A team of seven works in the German tax office.`, 'In German', 'silent'],
  [`${INN}We teach a German course here, held in English.`, 'Taught in German', 'no_match'],
  [`${INN}The lessons are held in English and German.`, 'Taught in German', 'match'],
  [`${INN}A beer at the bar is 5 euros.`, 'Under 100 euros a night', 'silent'],
  [`${INN}Free wifi`, 'Under 100 euros a night', 'silent'],
  [`${INN}The building was bought for 90,000 euros.`, 'Under 100,000 euros', 'silent'],
  [`${INN}dt> Dogs\ndd> Please leave them at home`, 'Takes dogs', 'silent'],
  [`${INN}dt> Wheelchair access\ndd> difficult`, 'Wheelchair accessible', 'silent'],
  [`${INN}dt> Lift\ndd> planned for 2027`, 'Has a lift', 'silent'],
  ['h1> Toy Museum\nThe Toy Museum was founded in 1985.', 'Founded before 1990', 'match'],
  ['h1> Tarn Bakery\nA bakery in Perth. We deliver in Edinburgh, in Glasgow and in Dundee.', 'In Australia', 'no_match'],
  ['h1> Where to find us\nWe are a hotel in Bristol.', 'In England', 'match'],
]);
