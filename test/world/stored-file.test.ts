import { expect, test } from 'vitest';
import { Random } from '../../src/random.ts';
import { StoredFile } from '../../src/world/stored-file.ts';

/** What a file is, said plainly: its bytes at each moment since the last sync. */
type States = number[][];

function changed(bytes: readonly number[], at: number, data: readonly number[] | null): number[] {
  const size = data === null ? at : Math.max(bytes.length, at + data.length);
  const result = Array.from({ length: size }, (_, i) => bytes[i] ?? 0);
  data?.forEach((byte, i) => {
    result[at + i] = byte;
  });
  return result;
}

/** Random writes, with holes and over each other, truncations both ways, and syncs. */
function life(seed: string): { file: StoredFile; states: States } {
  const random = Random.of('stored file', seed);
  const file = StoredFile.of(Uint8Array.from({ length: random.below(40) }, () => random.below(256)));
  let states: States = [[...file.bytes()]];
  for (let left = random.below(30); left > 0; left--) {
    const now = states[states.length - 1];
    const at = random.below(60);
    if (random.oneIn(6)) {
      file.sync();
      states = [now];
    } else if (random.oneIn(4)) {
      file.truncate(at);
      states.push(changed(now, at, null));
    } else {
      const data = Array.from({ length: random.below(30) }, () => 1 + random.below(255));
      file.write(Uint8Array.from(data), at);
      states.push(changed(now, at, data));
    }
  }
  return { file, states };
}

test('after a power cut a file is what it was at the last sync, at its end, or in between', () => {
  for (let i = 0; i < 400; i++) {
    const { file, states } = life(String(i));
    const survivor = (unsynced: 'drop' | 'keep' | 'prefix') => [
      ...file.survivor(unsynced, Random.of('survivor', i)).bytes(),
    ];
    const kept = Random.of('survivor', i).below(states.length);
    expect(survivor('drop')).toEqual(states[0]);
    expect(survivor('keep')).toEqual(states[states.length - 1]);
    expect(survivor('prefix')).toEqual(states[kept]);
    expect([...file.bytes()]).toEqual(states[states.length - 1]);
  }
});

test('bytes that a file was made of are not written to', () => {
  const bytes = Uint8Array.from([1, 2, 3]);
  const file = StoredFile.of(bytes);
  file.write(Uint8Array.from([9]), 1);
  file.truncate(2);
  expect([...bytes]).toEqual([1, 2, 3]);
  expect([...file.bytes()]).toEqual([1, 9]);
});

test('a write that the power cut interrupted is not read, and may survive', () => {
  const file = StoredFile.of(Uint8Array.from([1, 2, 3]));
  file.write(Uint8Array.from([7]), 0);
  file.note({ kind: 'write', offset: 2, data: Uint8Array.from([8, 9]) });
  expect([...file.bytes()]).toEqual([7, 2, 3]);
  expect([...file.survivor('drop', Random.of('a')).bytes()]).toEqual([1, 2, 3]);
  expect([...file.survivor('keep', Random.of('a')).bytes()]).toEqual([7, 2, 8, 9]);
});
