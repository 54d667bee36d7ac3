// Transactions that run at once in the journal mode mvcc: each on its snapshot, writing the same tables, ending in any order, with
// checkpoints, and sometimes a reboot or a power cut in the middle.

import { dialect, type StatementName } from '../dialect/index.ts';
import type { Random } from '../random.ts';
import type { Begin, Statement } from '../sql/ast.ts';
import { followed } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import { Discard } from './discard.ts';

const FEWEST = 6;
const MOST = 26;

const READS: readonly StatementName[] = dialect.generate.productionsOf('query');
const WRITES: readonly StatementName[] = dialect.generate.productionsOf('write');

const CHECKPOINT: Statement = { kind: 'pragma', name: 'wal_checkpoint', form: '(', value: 'TRUNCATE' };

export function concurrently(attempt: Attempt, connections: number): void {
  const { random, rehearsal, setting } = attempt.planning;
  const tried = (body: () => void): void => {
    const undo = attempt.mark();
    try {
      body();
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      undo();
    }
  };
  const run = (on: number, statement: Statement) =>
    tried(() => attempt.run(on, statement, { accept: followed, isDrawn: true }));
  for (let left = random.between(FEWEST, MOST); left > 0; left--) {
    const on = random.below(connections);
    const view = rehearsal.view(on);
    const draw = random.below(100);
    if (!view.inTransaction && draw < 70) run(on, begin(random));
    else if (view.inTransaction && draw < 15) run(on, { kind: random.oneIn(4) ? 'rollback' : 'commit' });
    else if (draw < 17) run(on, CHECKPOINT);
    else if (draw < 18) tried(() => attempt.drawFault(on, random.pick(['reopen', 'disconnect', 'powerCut'])));
    else
      tried(() => {
        const kinds = random.oneIn(3) ? READS : WRITES;
        const drawn = dialect.generate.statement(random, view, setting, kinds);
        attempt.run(on, drawn, { accept: followed, isDrawn: true });
      });
  }
  for (let on = 0; on < connections; on++) if (rehearsal.view(on).inTransaction) attempt.endTransaction(on);
}

function begin(random: Random): Begin {
  return { kind: 'begin', mode: random.oneIn(6) ? 'IMMEDIATE' : 'CONCURRENT' };
}
