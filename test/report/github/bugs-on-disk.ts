// A bug base with bugs as a campaign stores them.

import { join } from 'node:path';
import type { Bug } from '../../../src/find/bug.ts';
import { BugBase } from '../../../src/find/bug-base.ts';
import { exportedFiles } from '../../../src/find/exports.ts';
import { planOfScript } from '../../../src/plan/script.ts';
import type { Finding } from '../../../src/run/finding.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export function freshBase(): BugBase {
  return new BugBase(join(temporaryFolder(), 'bugs'));
}

/** Stores a bug; its script and what is known of it can be given. */
export function put(base: BugBase, id: string, about: Partial<Bug> = {}, sql = 'SELECT 1;\nSELECT 2'): Bug {
  const plan = planOfScript(sql, 10);
  const bug: Bug = {
    id,
    kind: 'difference',
    property: 'norec',
    claims: '',
    signature: 'difference/model/select',
    features: ['select'],
    severity: 'answer',
    cause: { symptom: 'contents', heart: ['DISTINCT'] },
    skeleton: id,
    message: 'the rows are not those that SQL defines',
    outvoted: 'engine',
    arbiter: 'sqlite@3.50.4',
    engine: 'turso',
    version: '0.7.2',
    seed: '3',
    index: 14,
    statementsBefore: 100,
    statements: 2,
    firstSeen: '2026-01-01T00:00:00Z',
    lastSeen: '2026-01-01T00:00:00Z',
    timesSeen: 1,
    status: 'open',
    ...about,
  };
  const finding: Finding = {
    kind: bug.kind,
    judge: 'model',
    property: bug.property,
    at: 1,
    signature: bug.signature,
    message: bug.message,
    expected: { kind: 'rows', rows: [[2n]] },
    actual: { kind: 'rows', rows: [[3n]] },
  };
  base.store(bug, plan, null, exportedFiles(bug, { plan, finding, outcomes: [] }));
  return bug;
}
