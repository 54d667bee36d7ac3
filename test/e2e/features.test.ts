import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

describe('dirt features', () => {
  it('probes SQLite, which has all that its witnesses claim, and writes the ledger', () => {
    const cwd = temporaryFolder();
    const { status, out } = dirt(['features', 'probe', '--engine', 'sqlite', '--write'], { cwd });
    expect(status).toBe(0);
    expect(out).toMatch(/sqlite@\S+: \d+ features supported, \d+ unsupported, 0 broken/);
    const shown = dirt(['features', 'show', '--engine', 'sqlite', '--json'], { cwd });
    expect(shown.out).toBe(readFileSync(join(cwd, 'dirt.features.json'), 'utf8'));
  });

  it('says what an engine has that the other has not', () => {
    const { out } = dirt(['features', 'diff', '--engine', 'sqlite', '--engine', 'turso']);
    expect(out).toMatch(/lost +with\.recursive \(supported → unsupported\)/);
    expect(out).toMatch(/gained +function\.vector /);
  });

  it('refuses to compare one engine with nothing', () => {
    const { status, error } = dirt(['features', 'diff', '--engine', 'sqlite']);
    expect(status).toBe(2);
    expect(error).toContain('DIRT_USAGE');
  });

  it('a run reports what the ledger calls supported and is refused now, once, and exits with 1', () => {
    const cwd = temporaryFolder();
    dirt(['features', 'probe', '--engine', 'sqlite', '--write'], { cwd });
    const file = join(cwd, 'dirt.features.json');
    const text = readFileSync(file, 'utf8')
      .replace(
        /"function\.soundex": \{ "status": "unsupported"/,
        '"function.soundex": { "status": "supported"',
      )
      .replace(/"function\.abs": \{ "status": "supported"/, '"function.abs": { "status": "unsupported"');
    writeFileSync(file, text);
    const { status, out } = dirt(
      ['run', '--engine', 'sqlite', '--plans', '2', '--seed', '1', '--workers', '1'],
      { cwd },
    );
    expect(out.match(/regression: function\.soundex/g)).toHaveLength(1);
    expect(out).toContain('Works now: function.abs.');
    expect(status).toBe(1);
  });

  it('a damaged ledger stops the run with its place', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'dirt.features.json'), '{');
    const { status, error } = dirt(['run', '--engine', 'sqlite', '--plans', '1'], { cwd });
    expect(status).toBe(2);
    expect(error).toContain('dirt.features.json: the ledger is not JSON');
    expect(error).toContain('DIRT_LEDGER');
  });
});
