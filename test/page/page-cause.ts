// A cause as the page is given it, for tests of the page.

import type { PageCause } from '../../src/page/page-data.ts';

export function pageCause(id: string, parts: Partial<PageCause> = {}): PageCause {
  return {
    id,
    title: `the title of ${id}`,
    kind: 'difference',
    severity: 'answer',
    engine: 'turso@1.0',
    versions: [{ version: '1.0', came: 'fails' }],
    since: null,
    property: 'interaction',
    oracle: 'model',
    claims: '',
    message: 'the rows are not those that SQL defines',
    features: [],
    needs: [],
    mayNeed: [],
    vote: 'the engine is outvoted',
    outvoted: 'engine',
    status: 'open',
    origin: 'seed 1, plan 2',
    statements: 3,
    statementsBefore: 100,
    firstSeen: '2026-01-01T00:00:00Z',
    lastSeen: '2026-01-02T00:00:00Z',
    timesSeen: 1,
    script: 'SELECT 1;',
    issue: '# an issue',
    commands: [{ does: 'run it again', command: `npx dirt replay ${id}` }],
    entries: [],
    skeletons: [],
    ...parts,
  };
}
