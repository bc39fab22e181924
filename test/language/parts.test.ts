import { expect, test } from 'vitest';
import { planRequest } from '../../src/language/request/criteria.ts';
import { parseRequest } from '../../src/language/request/parse.ts';

test.each([
  ['Hi please find vegan restaurants in Berlin, open on Sundays', ['Restaurant', 'Vegan', 'In Berlin', 'Open on Sundays']],
  ['We need suppliers. They must be based in Texas. They must ship to the US.', ['Supplier', 'Based in Texas', 'Ships to the US']],
  ['Find hotels in Crete. They must have a kids club.', ['Hotel', 'In Crete', 'Has a kids club']],
  ['find hotels in rome with pool. we want breakfast included.', ['Hotel', 'In rome', 'With pool', 'With breakfast included']],
  ['conferences on AI, 2026', ['Conference on AI, 2026']],
  [
    'I want to find conferences on computational biology in Europe. For each, give me the deadline and the fee.',
    ['Conference on computational biology', 'In Europe'],
  ],
])('in several sentences, “%s” asks %j', (request, labels) => {
  expect(planRequest(request).criteria.map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['evening classes for complete beginners starting in September', ['Evening class', 'For complete beginners', 'Starts in September']],
  ['cheap museums for small children', ['Museum', 'Cheap', 'For small children']],
  ['grants for young artists in Wales', ['Grant', 'For young artists', 'In Wales']],
  ['museums in Italy with guided tours in English', ['Museum', 'In Italy', 'With guided tours in English']],
  ['castles with tours in French, under 15 euros', ['Castle', 'With tours in French', 'Under 15 euros']],
  ['companies in Belgium who can deal with me in French', ['Company', 'In Belgium', 'Deals with me in French']],
  ['kitchen appliance with parts that go in the dishwasher', ['Kitchen appliance', 'With parts that go in the dishwasher']],
  ['hotels with a lift that take dogs', ['Hotel', 'With a lift', 'Takes dogs']],
  ["hotel in Portugal that doesn't let guests bring dogs", ['Hotel', 'In Portugal', "Doesn't let guests bring dogs"]],
  ['lunches that keep four days in the fridge', ['Lunch', 'Keeps four days in the fridge']],
  ['vegetarian dinner ready in under 40 minutes', ['Dinner', 'Vegetarian', 'Ready in under 40 minutes']],
  ['bakery run by the same family since before 1950', ['Bakery', 'Run by the same family since before 1950']],
  ['bread I can freeze', ['Bread', 'Can freeze']],
  ['cheese dairy you can visit', ['Cheese dairy', 'Can visit']],
  ['castles that can be hired for weddings', ['Castle', 'Can be hired for weddings']],
  ['museums we can go to on a Monday with young kids', ['Museum', 'Can go to on a Monday', 'With young kids']],
  [
    'open source projects with a docker image and a release in 2025',
    ['Project', 'Open source', 'With a docker image', 'With a release in 2025'],
  ],
  ['MIT, BSD or Apache licensed, new version since October 2025', ['MIT, BSD or Apache licensed', 'New version since October 2025']],
  ['painting, music or writing summer schools in Britain', ['Painting, music or writing summer school', 'In Britain']],
  ['hotels, quiet, with a pool or sauna', ['Hotel', 'Quiet', 'With a pool or sauna']],
  ['staff-owned businesses of fewer than ten people', ['Business', 'Staff-owned', 'Fewer than ten people']],
  ['libraries somebody still looks after', ['Library', 'Somebody still looks after']],
  ['youth hostel Berlin under 30 euros per night', ['Youth hostel', 'In Berlin', 'Under 30 euros per night']],
  ['ruined castles on the Rhine', ['Ruined castle', 'On the Rhine']],
  ['small classes with at most 8 people', ['Class', 'At most 8 people']],
  ['cheap hotels under 60 euros', ['Hotel', 'Under 60 euros']],
  ['old pubs from before 1800', ['Pub', 'From before 1800']],
  ['quick recipes under 20 minutes', ['Recipe', 'Under 20 minutes']],
  ['small hotels with a pool', ['Hotel', 'Small', 'With a pool']],
  ['small museums under 5 euros', ['Museum', 'Small', 'Under 5 euros']],
  ['language courses in small groups, max 8', ['Language course in small groups', 'Max 8']],
  ['large language models with over 100 billion parameters', ['Large language model', 'Over 100 billion parameters']],
  ['New York hotels opened since 2010', ['New York hotel', 'Opened since 2010']],
  ['fast food restaurants with at most 20 minutes waiting', ['Fast food restaurant', 'At most 20 minutes waiting']],
  ['nuts and bolts suppliers', ['Nuts and bolts supplier']],
  ['hotels and hostels in Berlin', ['Hotel or hostel', 'In Berlin']],
  ['small inns or B&Bs with fewer than 10 rooms', ['Inn or B&B', 'Fewer than 10 rooms']],
  ['libraries and command line tools with an MIT licence', ['Library or command line tool', 'With an MIT licence']],
  ['arts and crafts shops in Leeds', ['Arts and crafts shop', 'In Leeds']],
  ['sales and marketing jobs', ['Sales and marketing job']],
  ['companies that build and sell drones', ['Company', 'Builds and sells drones']],
  [
    'accommodation with a room for two under 100 euros a night with breakfast',
    ['Accommodation', 'Room for two under 100 euros a night', 'With breakfast'],
  ],
])('“%s” asks %j', (request, labels) => {
  expect(planRequest(request).criteria.map(({ label }) => label)).toEqual(labels);
});

test.each([
  [
    'Find companies that:\n1. are in Ohio\n2. make drones\n3. have fewer than 50 employees',
    ['Company', 'In Ohio', 'Makes drones', 'Fewer than 50 employees'],
  ],
  [
    'Hotels with: 1) a pool 2) free parking 3) breakfast included',
    ['Hotel', 'With a pool', 'With free parking', 'With breakfast included'],
  ],
  [
    'I need suppliers that\n- make cork flooring\n- ship to Canada\n- are certified FSC\nPlease list price and website.',
    ['Supplier', 'Makes cork flooring', 'Ships to Canada', 'Certified FSC'],
  ],
  [
    'Please find:\n* board games about beekeeping, gardening or mushrooms\n* playable solo',
    ['Board game about beekeeping, gardening or mushrooms', 'Playable solo'],
  ],
  ['Find agencies. Requirements: - based in Ohio - founded after 2015', ['Agency', 'Based in Ohio', 'Founded after 2015']],
  ['houses in Kent - 3 bedrooms - big garden', ['House', 'In Kent', '3 bedrooms', 'Big garden']],
  ['Jobs in Oslo – part-time – for students', ['Job', 'In Oslo', 'Part-time', 'For students']],
  ['Summer camps — ages 8 to 12 — in Vermont', ['Summer camp', 'Ages 8 to 12', 'In Vermont']],
  ['choirs – the friendly kind – that sing gospel', ['Choir', 'Sings gospel']],
  ['dentists, e.g. Dr Smith, in Leeds who accept new patients', ['Dentist', 'In Leeds', 'Accepts new patients']],
  ['bakeries, e.g. those in Soho, that sell rye bread', ['Bakery', 'Sells rye bread']],
  ['campsites in Wales (dogs are welcome, no caravans)', ['Campsite', 'In Wales', 'Dogs are welcome', 'No caravans']],
  ['hotels in Rome (it must have parking)', ['Hotel', 'In Rome', 'Must have parking']],
  ['restaurants in Lyon (we are two vegans)', ['Restaurant', 'In Lyon']],
  ['medical devices cleared under 510(k)', ['Medical device', 'Cleared under 510(k)']],
  ['companies making solar panels in Spain, Italy and Greece', ['Company', 'Makes solar panels in Spain, Italy and Greece']],
  [
    'startups whose CEO is a woman and whose headquarters are in Ohio',
    ['Startup', 'Whose CEO is a woman', 'Whose headquarters are in Ohio'],
  ],
  ['No agencies, please. Find recruiters in Leeds who work with nurses', ['Recruiter', 'In Leeds', 'Works with nurses', 'No agencies']],
  [
    'Find hotels in Nice. Budget: 120 euros per night. Must have a pool.',
    ['Hotel', 'In Nice', 'Budget: 120 euros per night', 'Must have a pool'],
  ],
  [
    'airlines that stopped flying since 2020, leaving out those which resumed service within a year',
    ['Airline', 'Stopped flying since 2020', 'Leaves out those which resumed service within a year'],
  ],
  [
    'patents for foldable helmets, where the inventor is a person and not a company',
    ['Patent for foldable helmets', 'Where the inventor is a person and not a company'],
  ],
  [
    'towns that removed their traffic lights and published accident numbers before and after',
    ['Town', 'Removed their traffic lights', 'Published accident numbers before and after'],
  ],
  ['species of orchid first described in 2022', ['Species of orchid', 'First described in 2022']],
  ['people who moved to a bank, and have given two talks about Kafka', ['Person', 'Moved to a bank', 'Has given two talks about Kafka']],
  [
    'universities that offer a fully online, part-time MSc in hydrology',
    ['University', 'Offers a fully online, part-time MSc in hydrology'],
  ],
  ['hay balers for sale in Ireland, asking price below 3,000', ['Hay baler for sale', 'In Ireland', 'Asking price below 3,000']],
  ['im looking for forum threads about tape recorders', ['Forum thread about tape recorders']],
])('with lists, asides and later sentences, “%s” asks %j', (request, labels) => {
  expect(planRequest(request).criteria.map(({ label }) => label)).toEqual(labels);
});

test('columns that follow a list are not part of its last item, and no query has an unbalanced bracket', () => {
  const request = 'Find hotels in Rome (pets are allowed) with: 1) a pool 2) free parking, and tell me the price per night';

  expect(planRequest(request).criteria.map(({ label }) => label)).toContain('With free parking');
  expect(parseRequest(request).wanted.map(({ label }) => label)).toEqual(['Price per night']);
  expect(parseRequest(request).topic).not.toMatch(/^[^()]*\([^()]*$/u);
});
