import { describe, expect, test } from 'vitest';
import { Disk, DiskError, type OpenFile } from '../../src/world/disk.ts';
import { UNSYNCED, type Unsynced } from '../../src/world/faults/index.ts';

const SECTOR = 512;
/** Enough for every way of choosing survivors to be met. */
const CHOICES = Array.from({ length: 60 }, (_, i) => `${i}`);

function filled(length: number, value: number): Uint8Array {
  return new Uint8Array(length).fill(value);
}

function filesAfter(disk: Disk, unsynced: Unsynced, choice = '0'): Map<string, Uint8Array> {
  return disk.survivor({ unsynced, choice }).files();
}

/** The different contents that a file is found with, over many choices; null is a missing file. */
function found(disk: Disk, unsynced: Unsynced, name: string): Set<string | null> {
  return new Set(CHOICES.map((choice) => filesAfter(disk, unsynced, choice).get(name)?.join() ?? null));
}

function texts(...contents: (number[] | null)[]): Set<string | null> {
  return new Set(contents.map((bytes) => bytes?.join() ?? null));
}

/** A disk with a durable file `f` that holds 1 1 1 1. */
function withFile(): { disk: Disk; file: OpenFile } {
  const disk = Disk.of([['f', filled(4, 1)]]);
  return { disk, file: disk.open('f') };
}

describe('while the power is on', () => {
  test('what was written is read back, with zeros in the gaps', () => {
    const disk = new Disk();
    const file = disk.open('f');
    disk.write(file, filled(2, 7), 3);
    const bytes = filled(8, 9);
    expect(disk.read(file, bytes, 0)).toBe(5);
    expect([...bytes]).toEqual([0, 0, 0, 7, 7, 9, 9, 9]);
    expect(disk.read(file, bytes, 5)).toBe(0);
    expect(disk.size(file)).toBe(5);
  });

  test('truncation forgets what was behind it', () => {
    const { disk, file } = withFile();
    disk.truncate(file, 1);
    disk.truncate(file, 3);
    expect([...disk.files().get('f')!]).toEqual([1, 0, 0]);
  });

  test('an open file outlives its name, and a new file of that name is another', () => {
    const { disk, file } = withFile();
    disk.remove('f', false);
    expect(disk.exists('f')).toBe(false);
    disk.write(file, filled(1, 5), 0);
    expect(disk.size(disk.open('f'))).toBe(0);
    expect(disk.size(file)).toBe(4);
  });

  test('the caller may reuse its buffer after a write', () => {
    const disk = new Disk();
    const file = disk.open('f');
    const buffer = filled(2, 1);
    disk.write(file, buffer, 0);
    buffer.fill(2);
    disk.sync(file);
    expect([...filesAfter(disk, 'drop').get('f')!]).toEqual([1, 1]);
  });
});

describe('after a power cut', () => {
  test.each(UNSYNCED)('%s: what was synced survives', (unsynced) => {
    const { disk, file } = withFile();
    disk.write(file, filled(2, 2), 0);
    disk.truncate(file, 3);
    disk.sync(file);
    expect(found(disk, unsynced, 'f')).toEqual(texts([2, 2, 1]));
  });

  test('drop loses all writes and truncations since the last sync', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(2, 2), 0);
    disk.truncate(file, 1);
    expect(found(disk, 'drop', 'f')).toEqual(texts([1, 1, 1, 1]));
  });

  test('keep loses none', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(2, 2), 0);
    disk.truncate(file, 3);
    expect(found(disk, 'keep', 'f')).toEqual(texts([2, 2, 1]));
  });

  test('prefix keeps the first few, in order', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(1, 2), 0);
    disk.write(file, filled(1, 3), 0);
    disk.truncate(file, 2);
    expect(found(disk, 'prefix', 'f')).toEqual(texts([1, 1, 1, 1], [2, 1, 1, 1], [3, 1, 1, 1], [3, 1]));
  });

  test('subset keeps any of them', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(1, 2), 0);
    disk.write(file, filled(1, 3), 1);
    disk.truncate(file, 3);
    const contents = [];
    for (const first of [1, 2]) {
      for (const second of [1, 3]) contents.push([first, second, 1], [first, second, 1, 1]);
    }
    expect(found(disk, 'subset', 'f')).toEqual(texts(...contents));
  });

  test('torn keeps any sectors of a write, each whole, and nothing beside them', () => {
    const disk = Disk.of([['f', filled(3 * SECTOR, 1)]]);
    // The write covers the end of the first sector, all of the second and the beginning of the third.
    disk.write(disk.open('f'), filled(SECTOR + 20, 2), SECTOR - 10);
    const seen = new Set<string>();
    for (const choice of CHOICES) {
      const bytes = filesAfter(disk, 'torn', choice).get('f')!;
      const parts = [
        bytes.subarray(0, SECTOR - 10),
        bytes.subarray(SECTOR - 10, SECTOR),
        bytes.subarray(SECTOR, 2 * SECTOR),
        bytes.subarray(2 * SECTOR, 2 * SECTOR + 10),
        bytes.subarray(2 * SECTOR + 10),
      ];
      for (const part of parts) expect(new Set(part).size).toBe(1);
      expect([parts[0][0], parts[4][0]]).toEqual([1, 1]);
      seen.add(parts.map((part) => part[0]).join(''));
    }
    expect(seen.size).toBe(8);
  });

  test('the choice decides, and nothing else', () => {
    const { disk, file } = withFile();
    for (let i = 0; i < 30; i++) disk.write(file, filled(1, i), i);
    const one = disk.survivor({ unsynced: 'subset', choice: 'a' });
    expect(disk.survivor({ unsynced: 'subset', choice: 'a' }).contentHash()).toBe(one.contentHash());
    expect(disk.survivor({ unsynced: 'subset', choice: 'b' }).contentHash()).not.toBe(one.contentHash());
  });

  test('what survived is durable: a second cut takes nothing more', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(2, 2), 0);
    disk.open('g');
    const survivor = disk.survivor({ unsynced: 'keep', choice: '0' });
    expect(filesAfter(survivor, 'drop')).toEqual(survivor.files());
  });

  test('the survivor shares nothing with the disk that it comes from', () => {
    const { disk } = withFile();
    const survivor = disk.survivor({ unsynced: 'keep', choice: '0' });
    survivor.write(survivor.open('f'), filled(1, 9), 0);
    expect([...disk.files().get('f')!]).toEqual([1, 1, 1, 1]);
  });
});

describe('names', () => {
  test('a new file that was never synced may be gone', () => {
    const disk = new Disk();
    disk.write(disk.open('f'), filled(1, 1), 0);
    expect(found(disk, 'drop', 'f')).toEqual(texts(null));
    expect(found(disk, 'keep', 'f')).toEqual(texts([1]));
    expect(found(disk, 'subset', 'f')).toEqual(texts(null, [], [1]));
  });

  test('the first sync of a new file settles the whole directory, a later one only the file', () => {
    const disk = Disk.of([
      ['old', filled(1, 1)],
      ['older', filled(1, 1)],
    ]);
    disk.remove('old', false);
    const file = disk.open('new');
    disk.sync(file);
    expect(filesAfter(disk, 'drop')).toEqual(
      new Map([
        ['new', filled(0, 0)],
        ['older', filled(1, 1)],
      ]),
    );
    disk.remove('older', false);
    disk.sync(file);
    expect(filesAfter(disk, 'drop').has('older')).toBe(true);
  });

  test('a removal may be undone until the directory is synced', () => {
    const { disk } = withFile();
    disk.remove('f', false);
    expect(found(disk, 'drop', 'f')).toEqual(texts([1, 1, 1, 1]));
    expect(found(disk, 'keep', 'f')).toEqual(texts(null));
    expect(found(disk, 'subset', 'f')).toEqual(texts(null, [1, 1, 1, 1]));
    disk.remove('g', true);
    for (const unsynced of UNSYNCED) expect(found(disk, unsynced, 'f')).toEqual(texts(null));
  });

  test('syncing a file whose name is gone does not bring the name back', () => {
    const { disk, file } = withFile();
    disk.remove('f', true);
    disk.write(file, filled(1, 2), 0);
    disk.sync(file);
    for (const unsynced of UNSYNCED) expect(found(disk, unsynced, 'f')).toEqual(texts(null));
  });
});

test('syncing a file whose name went to another does not settle the other', () => {
  const { disk, file } = withFile();
  disk.remove('f', false);
  disk.open('f');
  disk.sync(file);
  expect(found(disk, 'drop', 'f')).toEqual(texts([1, 1, 1, 1]));
});

describe('the moment of the cut', () => {
  test('counts writes, syncs, truncations and removals, and nothing else', () => {
    const { disk, file } = withFile();
    disk.read(file, filled(4, 0), 0);
    disk.size(file);
    disk.exists('g');
    disk.open('g');
    expect(disk.mutations).toBe(0);
    disk.write(file, filled(1, 2), 0);
    disk.truncate(file, 3);
    disk.sync(file);
    disk.remove('g', false);
    expect(disk.mutations).toBe(4);
  });

  test.each([
    [
      'write',
      (disk: Disk, file: OpenFile) => disk.write(file, filled(4, 2), 0),
      texts([1, 1, 1, 1], [2, 2, 2, 2]),
    ],
    ['truncate', (disk: Disk, file: OpenFile) => disk.truncate(file, 1), texts([1, 1, 1, 1], [1])],
    ['sync', (disk: Disk, file: OpenFile) => disk.sync(file), texts([1, 1, 1, 1])],
    ['remove', (disk: Disk) => disk.remove('f', true), texts([1, 1, 1, 1], null)],
  ])('during a %s, it may have taken effect or not', (_, operation, contents) => {
    const { disk, file } = withFile();
    disk.cutPowerAfter(1);
    expect(() => operation(disk, file)).toThrow(DiskError);
    expect(disk.isOff).toBe(true);
    expect(found(disk, 'subset', 'f')).toEqual(contents);
  });

  test('a sync that is cut off makes nothing durable', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(4, 2), 0);
    disk.cutPowerAfter(1);
    expect(() => disk.sync(file)).toThrow('powerOff');
    expect(found(disk, 'drop', 'f')).toEqual(texts([1, 1, 1, 1]));
  });

  test('from then on everything fails and nothing changes', () => {
    const { disk, file } = withFile();
    disk.powerOff();
    const before = disk.survivor({ unsynced: 'keep', choice: '0' }).contentHash();
    const operations = [
      () => disk.exists('f'),
      () => disk.open('f'),
      () => disk.read(file, filled(1, 0), 0),
      () => disk.write(file, filled(1, 0), 0),
      () => disk.truncate(file, 0),
      () => disk.sync(file),
      () => disk.remove('f', true),
      () => disk.size(file),
    ];
    for (const operation of operations) expect(operation).toThrow('powerOff');
    expect(disk.survivor({ unsynced: 'keep', choice: '0' }).contentHash()).toBe(before);
  });
});

describe('failing operations', () => {
  test('only the n-th of the kind fails, and changes nothing', () => {
    const { disk, file } = withFile();
    disk.arm({ kind: 'writeError', nth: 2 });
    disk.write(file, filled(1, 2), 0);
    disk.read(file, filled(1, 0), 0);
    expect(() => disk.write(file, filled(1, 3), 0)).toThrow('writeError');
    disk.write(file, filled(1, 4), 1);
    expect([...disk.files().get('f')!]).toEqual([2, 4, 1, 1]);
  });

  test('a full disk stays full until it is disarmed', () => {
    const { disk, file } = withFile();
    disk.arm({ kind: 'diskFull', nth: 2 });
    disk.write(file, filled(1, 2), 0);
    expect(() => disk.write(file, filled(1, 3), 0)).toThrow('diskFull');
    expect(() => disk.write(file, filled(1, 3), 0)).toThrow('diskFull');
    disk.disarm();
    disk.write(file, filled(1, 3), 0);
  });

  test('a failed sync makes nothing durable', () => {
    const { disk, file } = withFile();
    disk.write(file, filled(1, 2), 0);
    disk.arm({ kind: 'syncError', nth: 1 });
    expect(() => disk.sync(file)).toThrow('syncError');
    expect(found(disk, 'drop', 'f')).toEqual(texts([1, 1, 1, 1]));
  });

  test('a short read gives the first half', () => {
    const { disk, file } = withFile();
    disk.arm({ kind: 'shortRead', nth: 1 });
    const bytes = filled(4, 9);
    expect(disk.read(file, bytes, 0)).toBe(2);
    expect([...bytes]).toEqual([1, 1, 9, 9]);
    expect(disk.read(file, bytes, 0)).toBe(4);
  });

  test('a disarmed cut does not happen', () => {
    const { disk, file } = withFile();
    disk.cutPowerAfter(1);
    disk.disarm();
    disk.write(file, filled(1, 2), 0);
    expect(disk.isOff).toBe(false);
  });
});

describe('the trace hash', () => {
  const base = (disk: Disk): void => {
    const file = disk.open('f');
    disk.write(file, filled(8, 1), 0);
    disk.sync(file);
  };
  const hashOf = (work: (disk: Disk) => void): string => {
    const disk = new Disk();
    work(disk);
    return disk.traceHash;
  };

  test('is the same for the same operations', () => {
    expect(hashOf(base)).toBe(hashOf(base));
  });

  test.each<[string, (disk: Disk) => void]>([
    ['a byte', (disk) => disk.sync(write(disk, 'f', filled(8, 2), 0))],
    ['an offset', (disk) => disk.sync(write(disk, 'f', filled(8, 1), 1))],
    ['a name', (disk) => disk.sync(write(disk, 'g', filled(8, 1), 0))],
    ['a missing sync', (disk) => void write(disk, 'f', filled(8, 1), 0)],
    [
      'one more read',
      (disk) => {
        base(disk);
        disk.read(disk.open('f'), filled(1, 0), 0);
      },
    ],
  ])('differs by %s', (_, work) => {
    expect(hashOf(work)).not.toBe(hashOf(base));
  });

  function write(disk: Disk, name: string, bytes: Uint8Array, offset: number): OpenFile {
    const file = disk.open(name);
    disk.write(file, bytes, offset);
    return file;
  }
});

test('the content hash tells files, names and bytes apart, not how they came about', () => {
  const { disk, file } = withFile();
  const same = new Disk();
  const again = same.open('f');
  same.write(again, filled(4, 3), 0);
  same.write(again, filled(4, 1), 0);
  expect(same.contentHash()).toBe(disk.contentHash());
  disk.write(file, filled(1, 2), 3);
  expect(same.contentHash()).not.toBe(disk.contentHash());
  expect(Disk.of([['g', filled(4, 1)]]).contentHash()).not.toBe(same.contentHash());
});

test('settling makes everything durable, names included', () => {
  const { disk } = withFile();
  disk.remove('f', false);
  disk.write(disk.open('g'), filled(1, 2), 0);
  disk.settle();
  expect(filesAfter(disk, 'drop')).toEqual(new Map([['g', filled(1, 2)]]));
});
