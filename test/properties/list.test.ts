import { describe, expect, it } from 'vitest';
import { builtInProperties } from '../../src/properties/index.ts';
import { dirt } from '../e2e/dirt.ts';

describe('dirt properties', () => {
  it('tells of each property what it claims, what it needs and where it is defined', () => {
    const { out: output } = dirt(['properties']);
    expect(output).toContain('one-writer-at-a-time\n  There is one writer at a time');
    expect(output).toMatch(/needs 2 connections; defined in \S*properties\/transactions\.[jt]s\n/);
    for (const { name, claims } of builtInProperties) expect(output).toContain(`${name}\n  ${claims}\n`);
  });

  it('--json gives one object per property', () => {
    const { out: output } = dirt(['properties', '--json']);
    const lines = output.trim().split('\n');
    expect(lines.length).toBe(builtInProperties.length);
    const norec = lines.map((line) => JSON.parse(line)).find(({ name }) => name === 'norec');
    expect(norec.claims).toBe('NoREC: WHERE p keeps exactly the rows of which p is TRUE.');
    expect(norec.needs).toEqual({ load: 'read', faults: [], connections: 1 });
  });
});
