import { createCipheriv } from 'node:crypto';
import type { SharedWebset } from '../../domain/caller/share.ts';

/** What a share shows instead of ids, and back. */
export interface Aliases {
  /** The alias of a UUID: one of version 8. That of the webset is the share's own id. */
  of(id: string): string;
  /** The UUID behind an alias. Of anything else, of a real id too, it is a UUID that names nothing. */
  behind(alias: string): string;
}

// A UUID of version 4 has 122 bits that mean something: 60 before the variant, 62 from there on.
const LEFT = 60n;
const RIGHT = 62n;
const ROUNDS = 8;
const mask = (bits: bigint) => (1n << bits) - 1n;

/**
 * The ids of a share: a permutation of a UUID's 122 bits under its key (an unbalanced Feistel network of eight rounds of AES-256). Without
 * the key nobody can compute an id from its alias or relate two shares; nothing is stored.
 */
export function createAliases({ shareId, websetId, key }: Pick<SharedWebset, 'shareId' | 'websetId' | 'key'>): Aliases {
  const cipher = createCipheriv('aes-256-ecb', Buffer.from(key, 'hex'), null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  const mix = (round: number, half: bigint) => {
    block.writeBigUInt64BE(BigInt(round), 0);
    block.writeBigUInt64BE(half, 8);
    return cipher.update(block).readBigUInt64BE(0);
  };
  const turn = (halves: { left: bigint; right: bigint }, round: number) => {
    if (round % 2 === 0) halves.left ^= mix(round, halves.right) & mask(LEFT);
    else halves.right ^= mix(round, halves.left) & mask(RIGHT);
  };
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  return {
    of(id) {
      if (id === websetId) return shareId;
      const halves = halvesOf(id);
      for (const round of rounds) turn(halves, round);
      return uuidOf(halves, '8');
    },
    behind(alias) {
      if (alias === shareId) return websetId;
      const halves = halvesOf(alias);
      for (const round of rounds.toReversed()) turn(halves, round);
      return uuidOf(halves, '4');
    },
  };
}

function halvesOf(id: string) {
  const hex = id.replaceAll('-', '');
  return { left: BigInt(`0x${hex.slice(0, 12)}${hex.slice(13, 16)}`), right: BigInt(`0x${hex.slice(16)}`) & mask(RIGHT) };
}

function uuidOf({ left, right }: { left: bigint; right: bigint }, version: '4' | '8'): string {
  const a = left.toString(16).padStart(15, '0');
  const b = (right | (0b10n << RIGHT)).toString(16);
  return `${a.slice(0, 8)}-${a.slice(8, 12)}-${version}${a.slice(12)}-${b.slice(0, 4)}-${b.slice(4)}`;
}
