// `dirt check`: what the engine did with each statement of a script, and what was expected of it.

import { describe, expect, it } from 'vitest';
import { projectFolder } from '../project/project-folder.ts';
import { dirt } from './dirt.ts';

const SCRIPT = `CREATE TABLE t(a INTEGER PRIMARY KEY, b);
INSERT INTO t VALUES (1, 'x'), (2, NULL);
INSERT INTO t VALUES (1, 'y');
SELECT b FROM t LIMIT 1;
SELECT a FROM t WHERE b IS NULL;
-- dirt: reopen
SELECT sqlite_version() > '3';
DELETE FROM t WHERE a = 2;
SELECT count(*) FROM t;
`;

const PROJECT = {
  'script.sql': SCRIPT,
  'dirt.config.ts': `import { sqlite, wrapEngine } from 'dirt';
const blind = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => go(/IS NULL/.test(text) ? 'SELECT 7, 7 WHERE FALSE' : undefined),
}));
export default { engines: { blind: { ...blind, name: 'blind' } } };`,
};

describe('`dirt check`', () => {
  it('says of each statement that the engine agrees with model and reference, and what SQL leaves open', () => {
    const { status, out, error } = dirt(['check', 'script.sql', '--engine', 'sqlite'], {
      cwd: projectFolder(PROJECT),
    });
    expect(status, error).toBe(0);
    expect(out).toMatch(
      /^INSERT INTO t VALUES \(1, 'y'\);\n {2}refused \(constraint, .*\n {2}-- as the model and sqlite@\S+ say\n/m,
    );
    expect(out).toMatch(/LIMIT 1;\n {2}.*\n {2}-- SQL leaves it open: /);
    expect(out).toContain('-- dirt: reopen\n');
    expect(out).toMatch(/\nsqlite@\S+(?: \(.*\))?: nothing is wrong\n$/);
  });

  it('does not call DIRT wrong where the script asks SQLite what cannot work', () => {
    const input = 'SELECT 1;\n-- dirt: ask sqlite\nSELECT * FROM nowhere;\n';
    const { status, out } = dirt(['check', '-', '--engine', 'sqlite'], { input });
    expect(status).toBe(1);
    expect(out).toContain('! what the plan says is wrong at statement 2: refused though it must work');
  });

  it('says where the engine is wrong, and what model and reference expect instead', () => {
    const { status, out } = dirt(['check', '-', '--engine', 'blind'], {
      cwd: projectFolder(PROJECT),
      input: SCRIPT,
    });
    expect(status).toBe(1);
    expect(out).toMatch(
      /WHERE b IS NULL;\n {2}! the rows are not those that SQL defines\n {2}! the model:\n {2}! {3}2\n {2}! sqlite@\S+:\n {2}! {3}2\n/,
    );
    expect(out).toMatch(/^blind@\S+(?: \(.*\))?: 1 failure of the kind difference$/m);
  });
});

describe('`dirt why`', () => {
  it('says after which statement of a script the failure is certain, and that there is none where it passes', () => {
    const cwd = projectFolder({
      'dirt.config.ts': `import { sqlite, wrapEngine } from 'dirt';
const forgetful = wrapEngine(sqlite, () => {
  let forgets = false;
  return { run: ({ text, go }) => {
    forgets ||= /^UPDATE/.test(text);
    return go(forgets && /^SELECT/.test(text) ? 'SELECT 1 WHERE FALSE' : undefined);
  } };
});
export default { engines: { forgetful: { ...forgetful, name: 'forgetful' } } };`,
      'script.sql':
        'CREATE TABLE t(a); CREATE TABLE u(a); INSERT INTO t VALUES (1); UPDATE t SET a = 2; INSERT INTO u VALUES (1); DELETE FROM u; SELECT a FROM t;',
    });
    const { status, out } = dirt(['why', 'script.sql', '--engine', 'forgetful'], { cwd });
    expect(out).toBe(
      'The plan has 7 statements and fails at statement 7: the rows are not those that SQL defines\n  SELECT a FROM t;\n\nThe failure is certain after statement 4, whatever follows up to the one that fails:\n  UPDATE t SET a = 2;\n',
    );
    expect(status).toBe(1);
    expect(dirt(['why', 'script.sql', '--engine', 'sqlite'], { cwd }).out).toMatch(
      /: the plan passes, there is nothing to explain\n$/,
    );
  });
});
