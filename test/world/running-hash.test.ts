import { expect, test } from 'vitest';
import { RunningHash } from '../../src/world/running-hash.ts';

test('bytes have one hash, wherever they lie', () => {
  const digests = new Set<string>();
  for (let shift = 0; shift < 8; shift++) {
    const bytes = new Uint8Array(150).map((_, i) => i * 7);
    const moved = new Uint8Array(200).subarray(shift, shift + 150);
    moved.set(bytes);
    const hash = new RunningHash();
    hash.bytes(moved);
    digests.add(hash.digest());
  }
  expect([...digests]).toEqual(['833e96718056fcaf']);
});
