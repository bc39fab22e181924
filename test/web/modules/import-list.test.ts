import { expect, test } from 'vitest';
import { bodyOf, countLines, formatOf, headOf, readList, textOf } from '../../../src/web/webset/importing/list.ts';

const read = (text: string) => {
  const list = readList(text);
  if (!list) throw new Error('nothing was read');
  return list;
};

test('in a table the column of sites is the address, that of names the name, and the rest is kept', () => {
  const list = read(
    'Company,LinkedIn,Website,Employees,Founded,\nAcme,https://linkedin.com/company/acme,acme.example,12,2014-05-01,x\nBolt,https://linkedin.com/company/bolt,bolt.example,about 30,2016-01-02,\n',
  );

  expect(list.hasHead).toBe(true);
  expect(list.roles).toEqual(['name', 'keep', 'address', 'keep', 'keep', 'skip']);
  expect(list.roles.map((_, i) => formatOf(list, i))).toEqual(['text', 'url', 'text', 'text', 'date', 'text']);
  expect([headOf(list, 3), headOf(list, 5)]).toEqual(['Employees', null]);
  expect(countLines(list)).toBe(2);
});

test('lines are names or addresses if most contain no separator', () => {
  const names = read('Qdrant\nAcme, Inc.\nTiKV\n\n');
  const addresses = read('https://a.example/x,y\nb.example\n');

  expect([names.isParted, names.hasHead, names.roles]).toEqual([false, false, ['name']]);
  expect(bodyOf(names).map(([cell]) => cell)).toEqual(['Qdrant', 'Acme, Inc.', 'TiKV', '', '']);
  expect(countLines(names)).toBe(3);
  expect([addresses.isParted, addresses.roles]).toEqual([false, ['address']]);
});

test('a table without a head, of one line, and with another separator', () => {
  expect(read('Acme;https://acme.example;5\nBolt;https://bolt.example;6')).toMatchObject({
    hasHead: false,
    roles: ['skip', 'address', 'skip'],
  });
  expect(read('name\tsite\nAcme\tacme.example')).toMatchObject({ hasHead: true, roles: ['name', 'address'] });
  expect(read('Acme')).toMatchObject({ hasHead: false, roles: ['name'] });
  expect(readList(' \n,,\n')).toBeNull();
});

test('texts in the encodings of spreadsheets are decoded', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Größe', 'utf16le')]);

  expect(await textOf(new Blob([Buffer.from('Größe 数据')]))).toBe('Größe 数据');
  expect(await textOf(new Blob([utf16]))).toBe('Größe');
  expect(await textOf(new Blob([Buffer.from('Gr\xf6\xdfe \x80', 'latin1')]))).toBe('Größe €');
});
