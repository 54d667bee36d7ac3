import { describe, expect, it } from 'vitest';
import type { Bug } from '../../src/find/bug.ts';
import { failedIn, passedIn, versionsSeen } from '../../src/find/sightings.ts';

const bug = { id: 'a-1', version: '0.7.2' } as Bug;

describe('what is known of a bug in a version', () => {
  it('is kept once', () => {
    const seen = failedIn(failedIn(bug, '0.8.0'), '0.8.1');
    expect(versionsSeen(seen)).toEqual(['0.7.2', '0.8.0', '0.8.1']);
    expect(failedIn(seen, '0.8.0')).toBe(seen);
    expect(failedIn(bug, '0.7.2')).toBe(bug);
  });

  it('is that it passes, until it fails in that version or a later one', () => {
    const passing = passedIn(bug, '0.10.0');
    expect(passing.passesIn).toBe('0.10.0');
    expect(passedIn(passing, '0.10.0')).toBe(passing);
    expect(failedIn(passing, '0.7.2')).toBe(passing);
    expect(failedIn(passing, '0.9.0')).toMatchObject({ passesIn: '0.10.0', alsoIn: ['0.9.0'] });
    expect(failedIn(passing, '0.11.0')).toEqual({ ...bug, alsoIn: ['0.11.0'] });
    expect(failedIn(passing, '0.10.0').passesIn).toBeUndefined();
  });

  it('is not that it passes in a version that is older than the bug', () => {
    const passing = passedIn(bug, '0.4.4');
    expect(passing).toEqual({ ...bug, notIn: [{ version: '0.4.4', came: 'passes' }] });
    expect(passedIn(passing, '0.4.4')).toBe(passing);
    expect(failedIn(passing, '0.4.4')).toEqual({ ...bug, alsoIn: ['0.4.4'] });
  });

  it('changes with a local build, whose version is always the same', () => {
    const local = { ...bug, engine: 'file:a.wasm', version: 'file:a.wasm' };
    const passing = passedIn(local, 'file:a.wasm');
    expect(passing.passesIn).toBe('file:a.wasm');
    expect(failedIn(passing, 'file:a.wasm')).toEqual(local);
  });
});
