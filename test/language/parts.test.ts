import { expect, test } from 'vitest';
import { planRequest } from '../../src/language/request/criteria.ts';

test.each([
  ['evening classes for complete beginners starting in September', ['Evening class', 'For complete beginners', 'Starts in September']],
  ['cheap museums for small children', ['Museum', 'Cheap', 'For small children']],
  ['grants for young artists in Wales', ['Grant', 'For young artists', 'In Wales']],
  ['museums in Italy with guided tours in English', ['Museum', 'In Italy', 'Has guided tours in English']],
  ['castles with tours in French, under 15 euros', ['Castle', 'Has tours in French', 'Under 15 euros']],
  ['companies in Belgium who can deal with me in French', ['Company', 'In Belgium', 'Deals with me in French']],
  ['kitchen appliance with parts that go in the dishwasher', ['Kitchen appliance', 'Has parts that go in the dishwasher']],
  ['hotels with a lift that take dogs', ['Hotel', 'Has a lift', 'Takes dogs']],
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
    ['Project', 'Open source', 'Has a docker image', 'Has a release in 2025'],
  ],
  ['MIT, BSD or Apache licensed, new version since October 2025', ['MIT, BSD or Apache licensed', 'New version since October 2025']],
  ['painting, music or writing summer schools in Britain', ['Painting, music or writing summer school', 'In Britain']],
  ['hotels, quiet, with a pool or sauna', ['Hotel', 'Quiet', 'Has a pool or sauna']],
  ['staff-owned businesses of fewer than ten people', ['Business', 'Staff-owned', 'Fewer than ten people']],
  ['libraries somebody still looks after', ['Library', 'Somebody still looks after']],
  ['youth hostel Berlin under 30 euros per night', ['Youth hostel', 'In Berlin', 'Under 30 euros per night']],
  ['ruined castles on the Rhine', ['Ruined castle', 'On the Rhine']],
])('“%s” asks %j', (request, labels) => {
  expect(planRequest(request).criteria.map(({ label }) => label)).toEqual(labels);
});
