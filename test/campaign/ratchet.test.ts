import { expect, test } from 'vitest';
import { isKnownRefusal, ratchetOf, silencingLine } from '../../src/campaign/ratchet.ts';
import { catalogue } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Finding } from '../../src/run/finding.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { call, integer } from '../../src/sql/build.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';

function ledger(version: string, features: Ledger['features']): Ledger {
  return { engine: 'turso', version, features, silenced: [] };
}

const written = ledger('1.0', {
  'function.abs': { status: 'supported', since: '0.5' },
  'function.hex': { status: 'supported', since: '0.5' },
  'with.recursive': { status: 'unsupported' },
  'join.full': { status: 'broken', link: 'https://example.org/1' },
});

test('what worked and is refused now is a regression, what works now is announced', () => {
  const probed = ledger('1.1', {
    'function.abs': { status: 'unsupported', reason: 'no such function: abs' },
    'function.hex': { status: 'supported' },
    'with.recursive': { status: 'supported' },
    'join.full': { status: 'supported' },
    'function.char': { status: 'unsupported' },
  });
  expect(ratchetOf(written, probed)).toEqual({
    regressions: [
      {
        feature: 'function.abs',
        description: 'abs(x)',
        since: '0.5',
        reason: 'no such function: abs',
        statements: catalogue['function.abs'].witness.statements,
      },
    ],
    gained: ['with.recursive'],
  });
});

const statement: Statement = {
  kind: 'select',
  body: { kind: 'core', columns: [{ kind: 'expression', expression: call('abs', integer(-5)) }] },
};
const plan: Plan = {
  format: 1,
  seed: '1',
  index: 0,
  made: { dirt: '', profile: '', ledger: '' },
  world: DEFAULT_WORLD,
  groups: [
    {
      property: 'interaction',
      draws: {},
      steps: [{ do: 'run', id: 0, on: 0, statement, expect: 'ok', fuel: 1 }],
    },
  ],
};
const finding: Finding = {
  kind: 'unsupportedCombination',
  judge: 'noError',
  property: 'interaction',
  at: 0,
  signature: 'unsupportedCombination/noError/unsupported,abs(#) is not supported',
  message: 'refused though it must work',
  actual: {
    kind: 'outcome',
    outcome: { kind: 'refused', class: 'unsupported', message: 'abs(5) is not supported' },
  },
};

test('the line that a report proposes silences what it reports, and nothing else', () => {
  const line = JSON.parse(silencingLine({ finding, plan }));
  expect(line).toEqual({ message: 'abs(#) is not supported', sql: 'SELECT abs(-5)' });
  expect(isKnownRefusal(finding, plan, { silenced: [line.message], regressed: [] })).toBe(true);
  expect(isKnownRefusal(finding, plan, { silenced: ['hex(#) is not supported'], regressed: [] })).toBe(false);
  const error: Finding = { ...finding, kind: 'error' };
  expect(isKnownRefusal(error, plan, { silenced: [line.message], regressed: [] })).toBe(false);
});

test('a refusal that a regression explains is not reported a second time', () => {
  expect(isKnownRefusal(finding, plan, { silenced: [], regressed: ['function.abs'] })).toBe(true);
  expect(isKnownRefusal(finding, plan, { silenced: [], regressed: ['function.hex'] })).toBe(false);
});
