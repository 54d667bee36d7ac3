import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../src/cli/property-docs.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { dirt } from '../e2e/dirt.ts';

describe('dirt properties', () => {
  it('tells of each property what it claims, what it needs and where it is defined', () => {
    const { out: output } = dirt(['properties']);
    expect(output).toContain('one-writer-at-a-time\n  There is one writer at a time');
    expect(output).toMatch(/needs 2 connections; defined in \S*properties\/transactions\.[jt]s:\d+/);
    for (const { name } of builtInProperties) expect(output).toContain(`${name}\n`);
  });

  it('--json gives one object a property', () => {
    const { out: output } = dirt(['properties', '--json']);
    const lines = output.trim().split('\n');
    expect(lines.length).toBe(builtInProperties.length);
    const norec = lines.map((line) => JSON.parse(line)).find(({ name }) => name === 'norec');
    expect(norec.sentence).toBe('NoREC: WHERE p keeps exactly the rows of which p is TRUE.');
    expect(norec.needs).toEqual({ load: 'read', faults: [], connections: 1 });
  });
});

describe('the sentence of a property', () => {
  it('is known by the name of the property', () => {
    expect(sentencesOf()('tlp-where')).toMatch(/^TLP: /);
    expect(sentencesOf()('interaction')).toBe('');
  });
});
