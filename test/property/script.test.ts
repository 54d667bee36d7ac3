import { describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/index.ts';
import { dialect } from '../../src/dialect/index.ts';
import { profiles } from '../../src/planning/index.ts';
import { script } from '../../src/property/script.ts';

describe('a script as a property', () => {
  it('runs in tables of its own, which are gone at the end', async () => {
    const property = await script(
      'whole',
      { claims: 'A refused INSERT changes nothing.' },
      `CREATE TABLE t(a PRIMARY KEY);
       CREATE INDEX i ON t(a);
       CREATE VIEW v AS SELECT a FROM t;
       BEGIN;
       INSERT INTO t VALUES (1);
       INSERT INTO t VALUES (1);
       SELECT * FROM v;`,
    );
    const settings = {
      seed: '1',
      statements: 60,
      profile: profiles.general,
      properties: ['whole'],
      features: dialect.features.ids,
    };
    const { groups } = planAt(settings, 0, [property]).plan;
    const own = groups.filter((group) => group.property === 'whole');
    expect(own.length).toBeGreaterThan(1);
    const texts = own.map(({ steps }) =>
      steps.map((step) => (step.do === 'run' ? dialect.print(step.statement) : step.do)),
    );
    const numbered = texts.map((lines) => lines.map((line) => line.replace(/\bt\d+\b/g, 't')));
    for (const lines of numbered)
      expect(lines).toEqual([
        'CREATE TABLE t (a PRIMARY KEY)',
        'CREATE INDEX t ON t (a)',
        'CREATE VIEW t AS SELECT a FROM t',
        'BEGIN',
        'INSERT INTO t VALUES (1)',
        'INSERT INTO t VALUES (1)',
        'SELECT * FROM t',
        'COMMIT',
        'DROP VIEW t',
        'DROP TABLE t',
      ]);
    expect(new Set(texts.map(([create]) => create)).size).toBe(own.length);
  });

  it('is refused where the model cannot follow, or where it has directives', async () => {
    const made = (sql: string) => script('x', { claims: 'x' }, sql);
    await expect(made('CREATE TEMP TABLE t(a);')).rejects.toThrow(/a temporary table/);
    await expect(made('-- dirt: power cut drop\nSELECT 1;')).rejects.toThrow(/directives/);
  });
});
