import { describe, expect, test } from 'vitest';
import { readValue } from '../../../support/values.ts';

type Row = [words: string, column: string, value: string | null, reason: string];

const texts: Row[] = [
  ['dt> Licence\ndd> Apache-2.0', 'License', 'Apache-2.0', 'stated'],
  ['Acme is released under the Mozilla Public License 2.0.', 'Licence', 'Mozilla Public License 2.0', 'stated'],
  ['Acme is licensed under MIT or Apache-2.0.', 'Licence', 'MIT or Apache-2.0', 'stated'],
  ['Unlike Boltbase, which is under the MIT licence, Acme costs money.', 'Licence', null, 'silent'],
  ['Acme is written in C++ and Rust.', 'Programming language', 'C++ and Rust', 'stated'],
  ['Acme is not written in Java.', 'Language', null, 'silent'],
  ['Acme is maintained by Blue Fig Labs, a company of friends.', 'Maintainer', 'Blue Fig Labs', 'stated'],
  ['Acme was founded by Ann Lee and Bob Roe in 2014.', 'Founders', 'Ann Lee and Bob Roe', 'stated'],
  ['Acme is based in Lyon, France.', 'Headquarters', 'Lyon, France', 'stated'],
  ['Headquarters: Basel, Switzerland', 'Headquarters', 'Basel, Switzerland', 'stated'],
  ['The current version is 4.2.1.', 'Latest version', '4.2.1', 'stated'],
  ['By Ann Lee', 'Author', 'Ann Lee', 'stated'],
  ['dt> Storage model\ndd> Log-structured merge tree', 'Storage model', 'Log-structured merge tree', 'stated'],
  ['dt> Colour\ndd> –', 'Colour', null, 'silent'],
  ['dt> Colour\ndd> red\ndt> Colour\ndd> blue', 'Colour', null, 'conflict'],
  ['Acme is small.', 'Pricing', null, 'silent'],
];
const numbers: Row[] = [
  ['dt> Employees\ndd> 1,200', 'Employees', '1200', 'stated'],
  ['Acme has about 300 employees.', 'Number of employees', '300', 'stated'],
  ['Company size: 50-200 employees', 'Employees', null, 'range'],
  ['dt> Employees\ndd> 1.500', 'Employees', null, 'ambiguous'],
  ['Acme has 30 employees.\nThe company has 40 employees.', 'Employees', null, 'conflict'],
  ['GitHub stars: 12.5k', 'GitHub stars', '12500', 'stated'],
  ['Acme was first released in 2016.', 'First release year', '2016', 'stated'],
  ['Acme has 400 contributors.', 'Contributors', '400', 'stated'],
  ['500 people came to the party.', 'Employees', null, 'silent'],
];
const dates: Row[] = [
  ['Acme was first released on 3 March 2016.', 'First release date', '2016-03-03', 'stated'],
  ['dt> Initial release\ndd> March 2016', 'Initial release', '2016-03', 'stated'],
  ['The company was founded in 2014.', 'Founded', '2014', 'stated'],
  ['Published: 04/05/2019', 'Published', '2019', 'stated'],
  ['dt> Active\ndd> 2014–2018', 'Active', null, 'range'],
  ['Acme was first released in 2014, and Boltbase in 2016.', 'First released', '2014', 'stated'],
  ['Last updated on May 5, 2021', 'Last updated', '2021-05-05', 'stated'],
  ['Version 5.0 was released in 2022.', 'First release', null, 'silent'],
];
const urls: Row[] = [
  ['See the [official website](https://acme.example/home).', 'Website', 'https://acme.example/home', 'stated'],
  ['dt> Website\ndd> [acme-db.org](https://acme-db.org/)', 'Official website', 'https://acme-db.org/', 'stated'],
  ['The code is on [GitHub](https://github.com/acme/acme).', 'Repository', 'https://github.com/acme/acme', 'stated'],
  ['Read the [documentation](https://docs.acme.example/).', 'Documentation', 'https://docs.acme.example/', 'stated'],
  ['[Website](https://one.example/) and [website](https://two.example/)', 'Website', null, 'conflict'],
  ['Follow us on [Twitter](https://twitter.com/acme).', 'Website', null, 'silent'],
  ['h2> Alternatives\n[Website](https://boltbase.example/)', 'Website', null, 'silent'],
];

describe.each([
  ['text', texts],
  ['number', numbers],
  ['date', dates],
  ['url', urls],
] as const)('a column of the format %s', (format, rows) => {
  test.each(rows)('“%s” gives “%s”: %s, %s', (words, label, value, reason) => {
    const valued = readValue(words, label, format);

    expect(valued).toMatchObject({ value, reason });
    expect(valued.evidence === null).toBe(value === null);
  });
});
