import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSeal } from '../../src/auth/seal.ts';

const seal = openSeal('a secret of tests, 0123456789 abcdefghij');
const other = openSeal('a secret of tests, 0123456789 abcdefghik');

test('what is sealed opens under its own name and secret alone, and as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (name, text, otherName) => {
      const sealed = seal.close(name, text);
      expect(seal.open(name, sealed)).toBe(Buffer.from(text).toString());
      expect(other.open(name, sealed)).toBeNull();
      if (!Buffer.from(otherName).equals(Buffer.from(name))) expect(seal.open(otherName, sealed)).toBeNull();
    }),
  );
});

test('what was changed, cut or never sealed opens as nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 255 }), fc.string(), (text, place, flip, noise) => {
      const bytes = Buffer.from(seal.close('name', text), 'base64');
      const at = place % bytes.length;
      const cut = bytes.subarray(0, at).toString('base64');
      bytes[at] = (bytes[at] as number) ^ flip;
      expect(seal.open('name', bytes.toString('base64'))).toBeNull();
      expect(seal.open('name', cut)).toBeNull();
      expect(seal.open('name', noise)).toBeNull();
    }),
  );
});

test('one text is never sealed twice alike', () => {
  expect(seal.close('name', 'text')).not.toBe(seal.close('name', 'text'));
});
