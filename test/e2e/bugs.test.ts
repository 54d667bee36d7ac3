// The list of bugs as a user asks for it.

import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { appendHistory } from '../../src/history/history.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';
import { dirt } from './dirt.ts';

const base = freshBase();
put(base, 'wrong-aa11', { severity: 'answer', statements: 5, firstSeen: '2020-01-01T00:00:00Z' });
put(base, 'wrong-ab22', { severity: 'data', statements: 3 });
put(base, 'panic-cc33', { severity: 'crash', kind: 'panic', statements: 1 });
appendHistory(base.folder, {
  when: '2026-01-01T00:00:00Z',
  engine: 'turso',
  version: '0.7.2',
  seed: '1',
  ended: 'done',
  plans: 1,
  statements: 100,
  milliseconds: 1000,
  new: ['wrong-ab22'],
  known: [],
  gone: [],
});
const cwd = dirname(base.folder);
const bugs = (...args: string[]) => dirt(['bugs', '--bugs', base.folder, ...args], { cwd });
const idsIn = (out: string) => [...out.matchAll(/(?:wrong|panic)-\w+/g)].map(([id]) => id);

it('dirt bugs lists what is asked for, in the order that is asked for', () => {
  expect(idsIn(bugs('--sort', 'statements').out)).toEqual(['panic-cc33', 'wrong-ab22', 'wrong-aa11']);
  expect(idsIn(bugs('--new', '--kind', 'data').out)).toEqual(['wrong-ab22']);
  expect(idsIn(bugs('--since', '2025-01-01').out)).toEqual(['wrong-ab22', 'panic-cc33']);
  expect(dirt(['history', '--bugs', base.folder], { cwd }).out).toContain('turso@0.7.2: 1 cause');
});

it('dirt bugs takes a beginning of an id that no other has, and says which there are otherwise', () => {
  expect(bugs('mute', 'panic', '--reason', 'tracked').out).toContain('muted panic-cc33: tracked');
  expect(base.find('panic-cc33')?.bug).toMatchObject({ status: 'muted' });
  const unclear = bugs('show', 'wrong-a');
  expect(unclear.status).toBe(2);
  expect(unclear.error).toContain('wrong-aa11, wrong-ab22');
});
