import { describe, expect, test } from 'vitest';
import type { ColumnQuestion } from '../../../../src/agent/judge/finding.ts';
import { readValue } from '../../../support/values.ts';

const INN = 'h1> Haus Berg\n';
const ANN = 'h1> Ann Lee\n';

type Row = [lines: string, column: string, value: string | null, reason: string];
const columns = (name: string, format: ColumnQuestion['format'], rows: Row[]) =>
  describe(name, () => {
    test.each(rows)('%s: “%s” is %s, %s', (lines, label, value, reason) => {
      const valued = readValue(lines, label, format, 'things');

      expect(valued).toMatchObject({ value, reason });
      expect(valued.evidence === null).toBe(value === null);
    });
  });

columns('years of events', 'number', [
  [`${INN}We opened in the spring of 1998.`, 'Year opened', '1998', 'stated'],
  [`${INN}The Association has 130 members and was formed in 1951.`, 'Founded', '1951', 'stated'],
  [`${INN}The business dates back to 2020.`, 'Year founded', '2020', 'stated'],
  [`${INN}The wash house was built in 1984.`, 'Founded', null, 'silent'],
  [`${INN}Listed here since 5 July 2021.`, 'Founded', null, 'silent'],
  [`${INN}Profile created on 2 October 2024.`, 'Founding year', null, 'silent'],
  [`${INN}dt> Founded\ndd> 1907, silent from 1915`, 'Founded', '1907', 'stated'],
  [`${INN}dt> Founded\ndd> 1907 to 1915`, 'Founded', null, 'range'],
  [`${INN}Founded in 1998. The firm was founded in 1989.`, 'Founded', null, 'conflict'],
  [`${ANN}(1871–1963)\nShe built bridges.`, 'Year of birth', '1871', 'stated'],
]);

columns('dates of events', 'date', [
  [`${INN}The closing date is 15 September 2026. The jury tells its choice by 10 October 2026.`, 'Deadline', '2026-09-15', 'stated'],
  [`${INN}dt> Closing date\ndd> 1 September 2026 (last year it was 15 August 2025)`, 'Deadline', '2026-09-01', 'stated'],
  [`${INN}Founded in 1994. Apply until Friday 10 July 2026.`, 'Deadline', '2026-07-10', 'stated'],
  [`${INN}Free from 1 November 2025.`, 'Available from', '2025-11-01', 'stated'],
  [`${ANN}(1871–1963)\nShe was born in Graz on 4 March 1871.`, 'Date of birth', '1871-03-04', 'stated'],
  [`${ANN}A judge; born in Hull, Conn., May 2, 1871; upon the death of her father moved in 1880; died in Washington, D.C., May 3, 1963; interment in Hull.`, 'Date of death', '1963-05-03', 'stated'],
  ['h1> Our plans for spring\n4 April 2024 · Ann Lee\nHere they are.', 'Publication date', '2024-04-04', 'stated'],
]); // biome-ignore format: a table

columns('numbers', 'number', [
  [`${INN}There are forty-eight of us.`, 'Members', '48', 'stated'],
  [`${INN}h2> How many people\n70`, 'Number of employees', '70', 'stated'],
  [`${INN}h2> How many people\n70 - 100`, 'Employees', null, 'range'],
  [`${INN}dt> Company size\ndd> 140 people and growing fast`, 'Employees', '140', 'stated'],
  [`${INN}dt> Area\ndd> 1,020 sq ft (95 m²)`, 'Floor area (m²)', '95', 'stated'],
  [`${INN}dt> Area\ndd> 1,020 sq ft`, 'Floor area (m²)', null, 'ambiguous'],
  [`${INN}A night is 21 euros. The hire of a canoe is 18 euros.`, 'Price per night in euros', '21', 'stated'],
  [`${INN}We welcome half a million visitors a year.`, 'Visitors', '500000', 'stated'],
  [`${INN}A quarter of a million visitors come.`, 'Visitors', null, 'ambiguous'],
  [`${INN}He chairs the Committee on Rules and served 12 years.`, 'Year entered office', null, 'silent'],
  [`${INN}Rule 27 of our house.`, 'Rule number', null, 'silent'],
  ['h1> 10 best inns in Graz\nHaus Berg has 20 rooms.', 'Rooms', null, 'silent'],
]);

columns('names', 'text', [
  [`${INN}A small hotel in Bacharach, Rhineland-Palatinate.`, 'Location', 'Bacharach, Rhineland-Palatinate', 'stated'],
  [`${INN}We are on Agia Anna beach.`, 'Location', null, 'silent'],
  [`${ANN}She was born in Graz and lives in Linz.`, 'Place of birth', 'Graz', 'stated'],
  [`${INN}The PostgreSQL Licence is a short text akin to BSD and MIT.`, 'Licence', 'PostgreSQL Licence', 'stated'],
  [`${INN}Early versions came under the GPL v3.`, 'Licence', null, 'silent'],
  [`${INN}It is published under the GNU GPL, version 2 or later.`, 'Licence', 'GNU GPL, version 2 or later', 'stated'],
  [`${INN}Take your pick of Apache 2.0 and the two-clause BSD licence.`, 'Licence', 'Apache 2.0 and the two-clause BSD', 'stated'],
  [`${INN}CEO Ann Lee opened the day.`, 'CEO', 'Ann Lee', 'stated'],
  [`${INN}Our chief executive, Ann Lee, opened the day.`, 'CEO', 'Ann Lee', 'stated'],
  [`${INN}Ann Lee, the managing director of Haus Berg, opened the day.`, 'Managing director', 'Ann Lee', 'stated'],
  [`${INN}The former director Ann Lee opened the day.`, 'Director', null, 'silent'],
  [`${INN}The chef Ann Lee cooks. Our chef, Bob Roe, sings.`, 'Chef', null, 'conflict'],
]);

describe('facts about something else fill no cell', () => {
  test.each<[lines: string, column: string, format: ColumnQuestion['format']]>([
    [`${INN}h2> Employees\nOur 3 canteens feed them all.`, 'Employees', 'number'],
    [`${INN}h2> Founded\nBy Karl Maier, born in 1899.`, 'Founded', 'number'],
    [`${INN}Founded in 1989.`, 'Founding members', 'number'],
    [`${INN}The registration fee is 30 euros.`, 'Growth rate', 'number'],
    [`${INN}The registration fee is 30 euros.`, 'Cleaning fee in euros', 'number'],
    [`${INN}The post pays 28,800 euros a year.`, 'Monthly salary in euros', 'number'],
    [`${INN}Rent: 210 euros a week.`, 'Rent (€/month)', 'number'],
    [`${INN}The adoption fee is 280 euros.`, 'Price per night in euros', 'number'],
    [`${INN}It covers 14 km².`, 'Length (km)', 'number'],
    [`${INN}It does 80 km/h.`, 'Distance (km)', 'number'],
    [`${INN}The lake lies 320 m above the sea.`, 'Depth (m)', 'number'],
    [`${INN}We opened an office in Ghent in 2012.`, 'Founded', 'number'],
    [`${INN}The annex with 12 rooms opened in 2015.`, 'Year opened', 'number'],
    [`${INN}The hostel closes on 31 October 2025.`, 'Deadline', 'date'],
    [`${INN}Applications for 2025 closed on 1 March 2025.`, 'Deadline', 'date'],
    [`${INN}Our sister company has 80 employees.`, 'Employees', 'number'],
    [`${INN}Pages: 716 to 723`, 'Pages', 'number'],
    [`${ANN}She wrote novels. He married Ann Cole, born 1825 in York.`, 'Date of birth', 'date'],
    [`${INN}Anne Petit, director of the aquarium, came too.`, 'Director', 'text'],
    [`${INN}Artistic director Ana Cruz left in 2023.`, 'Director', 'text'],
    [`${INN}Ten minutes from Vejle by train.`, 'Location', 'text'],
    [`${INN}Established in Basel. Today it is based in Zurich. It is based in Graz.`, 'Headquarters', 'text'],
  ])('%s: “%s”', (lines, label, format) => expect(readValue(lines, label, format, 'things').value).toBeNull());
});

columns('additions to a label that ask for nothing', 'number', [
  [`${INN}The museum opened in 1998.`, 'Year opened as a museum or attraction', '1998', 'stated'],
  [`${INN}dt> Price\ndd> €480 (books €32 extra)`, 'Price (in the page’s currency)', '480', 'stated'],
]);

columns('prices for a group of people', 'number', [
  [`${INN}th> Ticket\nth> Price\ntd> Adult\ntd> € 29.00`, 'Adult ticket price at the door', '29', 'stated'],
  [`${INN}h2> Tickets\nFull €8 – Reduced €6 – Families €20. With the furnace €12.`, 'Adult ticket price', '8', 'stated'],
  [`${INN}Entrance is free, always. Prints start at 60 euros.`, 'Ticket price', '0', 'stated'],
]);

columns('counts', 'number', [
  [`${INN}There is just the one auditorium with 212 seats.`, 'Number of auditoriums', '1', 'stated'],
  [`${INN}One screen, 140 seats, and a heater under each row.`, 'Number of screens', '1', 'stated'],
  [`${INN}dt> Screens\ndd> 3 (88, 54 and 31 seats)`, 'Number of screens', '3', 'stated'],
  [`${INN}dt> Group size\ndd> 5 to 10 students`, 'Maximum number of participants', '10', 'stated'],
  [`${INN}How many: 8 around the big table.`, 'Maximum number of participants', '8', 'stated'],
  [`${INN}There are twelve of us in the yard.`, 'Number of employees', '12', 'stated'],
  [`${INN}Dutch or English. Two of us speak both.`, 'Number of employees', null, 'silent'],
  [`${INN}We are four in the studio.`, 'Number of employees', '4', 'stated'],
  [`${INN}25 days of holiday, and cake.`, 'Days of holiday per year', '25', 'stated'],
]);

columns('dates that share a year', 'date', [
  [`${INN}dt> When\ndd> Thursday 23 and Friday 24 April 2026`, 'Start date', '2026-04-23', 'stated'],
  [`${INN}Send your application no later than 20.04.2025.`, 'Application deadline', '2025-04-20', 'stated'],
  [`${INN}Posting closes March 21, 2025.`, 'Application deadline', '2025-03-21', 'stated'],
  [`${INN}First release 2012, last release 3.4 (9 March 2024).`, 'Date of latest release', '2024-03-09', 'stated'],
]);

columns('the first release', 'number', [
  [`${INN}Version 1.0 had to wait until February 2023.`, 'First release year', null, 'silent'],
  [`${INN}Version 1.0 was released in February 2023.`, 'Year released', '2023', 'stated'],
  [`${INN}Berg 0.1.0 was out in April 2017. Version 1.0 took until October 2023.`, 'First release year', '2017', 'stated'],
  [`${INN}dt> Company\ndd> Berg, Inc., since 2021`, 'First release year', null, 'silent'],
  [`${INN}dt> Company started\ndd> 2018, by Ann Lee`, 'First release year', null, 'silent'],
  [`${INN}dt> Released\ndd> 2018`, 'First release year', '2018', 'stated'],
  [`${INN}Since 2025 a small firm takes care of the maintenance.`, 'First release year', null, 'silent'],
  [`${INN}From 3.12, released in 2024, the licence is another.`, 'First release year', null, 'silent'],
  [`${INN}Since April 2023 Haus Berg costs nothing.`, 'First release year', null, 'silent'],
  [`${INN}It has been available on npm since 2016.`, 'First release year', '2016', 'stated'],
  [`${INN}It was made open source in April 2022, and version 1.0 came out in 2023.`, 'First release year', '2022', 'stated'],
  [`${INN}Ann Lee wrote the first version and donated it to a foundation in 2019.`, 'First release year', null, 'silent'],
]);

columns('the lowest of several prices, and what each is for', 'number', [
  [
    `${INN}li> Il Fienile (2 persons), from 120 euros a night\nli> La Stalla (4 persons), from 175 euros a night`,
    'Lowest price per night in euros',
    '120',
    'stated',
  ],
  [`${INN}li> First visit 30 min — 1,650 SEK\nli> Return visit 20 min — 1,100 SEK`, 'Price of a first visit', '1650', 'stated'],
  [`${INN}It is £90 a year, juniors £45.`, 'Membership fee per year', '90', 'stated'],
  [`${INN}£725 per calendar month.`, 'Rent per month', '725', 'stated'],
]);

columns('totals rather than parts', 'number', [
  [`${INN}Today there are 33 rooms. Two rooms on the ground floor are suitable for wheelchairs.`, 'Number of rooms', '33', 'stated'],
  [`${INN}61 m², two rooms, kitchen.`, 'Size in square metres', '61', 'stated'],
  [`${INN}Founded in 1993. Cards accepted since 2021.`, 'Year opened', '1993', 'stated'],
]);

columns('sums and numbers about something else', 'number', [
  [`${INN}Free entry for members. Tickets are 12 euros.`, 'Ticket price', '12', 'stated'],
  [`${INN}Rooms cost €80 a night. A coffee costs €2. Sauna €9 a night.`, 'Lowest price per night', '80', 'stated'],
  [`${INN}li> Small €19.99\nli> Large €29.99`, 'Lowest price', '19.99', 'stated'],
  [`${INN}li> Small €19.99\nli> Large €29.99`, 'Highest price', '29.99', 'stated'],
  [`${INN}The rooms cost €80 to €120 a night.`, 'Price of the largest room', null, 'range'],
  [`${INN}A workshop of 3 hours costs 20 euros.`, 'Number of employees', null, 'silent'],
  [`${INN}The chairs are made by 12 families in Kenya.`, 'Number of employees', null, 'silent'],
  [`${INN}We sell to 500 people in Leeds.`, 'Number of employees', null, 'silent'],
  [`${INN}Closed for 14 days holiday in August.`, 'Days of holiday per year', null, 'silent'],
  [`${INN}Our table seats 12 in the restaurant.`, 'Maximum number of participants', null, 'silent'],
  [`${INN}We turned to a new supplier in 2015.`, 'Year opened', null, 'silent'],
  [`${INN}In 2010 you set this up on your phone.`, 'Year founded', null, 'silent'],
]);

columns('a number before a date is not part of it', 'date', [
  [`${INN}dt> When\ndd> Room 12 and 24 April 2026`, 'Start date', '2026-04-24', 'stated'],
]);
