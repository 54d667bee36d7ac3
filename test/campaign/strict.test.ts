// A run in which a property tests nothing says so, and is no success with --strict.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dirt } from '../e2e/dirt.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PROPERTY = `import { property } from 'dirt';

export const neverChecked = property(
  'never-checked',
  { claims: 'Nobody ever gets to see whether this holds.' },
  ({ assume }) => assume(false),
);
`;

describe('a property that is always discarded', () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'own.ts'), PROPERTY);
  writeFileSync(join(cwd, 'dirt.config.json'), '{ "properties": "own.ts" }');
  const args = [
    'run',
    '--engine',
    'sqlite',
    '--seed',
    '1',
    '--plans',
    '10',
    '--workers',
    '1',
    '--properties',
    'never-checked',
  ];

  it('is warned of, and with --strict the run fails', () => {
    const { out, status } = dirt([...args, '--strict'], { cwd });
    expect(out).toMatch(
      /Warning: property never-checked: \d+ of \d+ attempts were discarded: \d+ an assumption does not hold\./,
    );
    expect(status).toBe(3);
  });

  it('does not fail the run without --strict, and the summary counts features and judges', () => {
    const { out, status } = dirt([...args, '--json'], { cwd });
    const summary = JSON.parse(out.trim().split('\n').at(-1)!);
    expect(summary.vacuity).toHaveLength(1);
    expect(summary.features.insert).toBeGreaterThan(0);
    expect(summary.accepted.insert).toBeGreaterThan(0);
    expect(summary.exercised.contents).toBeGreaterThan(0);
    expect(status).toBe(0);
  });
});
