import { expect, test } from 'vitest';
import { readTar } from '../../src/engines/tar.ts';

/** A header as the ustar format wants it, and the content filled up to whole blocks. */
function entry(name: string, content: string, { type = '0', prefix = '' } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  header.write(prefix, 345);
  const data = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  data.write(content);
  return Buffer.concat([header, data]);
}

function filesOf(...entries: Buffer[]): [string, string][] {
  const archive = Buffer.concat([...entries, Buffer.alloc(1024)]);
  return [...readTar(archive)].map(({ path, content }) => [path, Buffer.from(content).toString()]);
}

test('files of all lengths are read, folders are not', () => {
  const long = 'x'.repeat(513);
  const files = filesOf(entry('a', ''), entry('d/', '', { type: '5' }), entry('b', 'x'), entry('c', long));
  expect(files).toEqual([
    ['a', ''],
    ['b', 'x'],
    ['c', long],
  ]);
});

test('long names are read, in both ways in which they are written', () => {
  const path = `${'n'.repeat(120)}/file`;
  const record = `${path.length + 10} path=${path}\n`;
  expect(filesOf(entry('file', 'x', { prefix: 'n/n' }))).toEqual([['n/n/file', 'x']]);
  expect(filesOf(entry('PaxHeader', record, { type: 'x' }), entry('short', 'x'), entry('next', 'y'))).toEqual(
    [
      [path, 'x'],
      ['next', 'y'],
    ],
  );
});

test('an archive that is cut off is an error and not a shorter file', () => {
  expect(() => [...readTar(entry('a', 'x'.repeat(600)).subarray(0, 1000))]).toThrow('cut off');
});
