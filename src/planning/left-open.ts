// Statements that are left before their end, while others run on the same connection and on others: what keeps a snapshot and a lock,
// and what becomes of both, depends on all that are open.

import { dialect, type Setting, type StatementName } from '../dialect/index.ts';
import type { StepId } from '../plan/index.ts';
import type { Random } from '../random.ts';
import type { Statement } from '../sql/ast.ts';
import { isReading } from '../sql/index.ts';
import { followed } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import { Discard, discard } from './discard.ts';

const FEWEST = 5;
const MOST = 22;
const MOST_OPEN = 4;

const QUERIES = dialect.generate.productionsOf('query');
const WRITES = dialect.generate.productionsOf('write');

/** What meets statements that are open on its connection. */
const BESIDE: readonly Statement[] = [
  { kind: 'pragma', name: 'wal_checkpoint', form: '(', value: 'TRUNCATE' },
  { kind: 'pragma', name: 'wal_checkpoint' },
  { kind: 'commit' },
];

/** One statement in this many that has written outside of a transaction is given up, which ends the plan: two states are possible then. */
const WRITERS_PER_ABANDONED = 6;

/** A statement that is open, as far as planning knows. */
interface Open {
  readonly id: StepId;
  readonly on: number;
  readonly isWriter: boolean;
  /** No other transaction is around it. */
  readonly isAlone: boolean;
}

/** What is drawn from. */
interface Drawing {
  readonly connections: number;
  /** What runs beside statements that are open. */
  kinds(): readonly StatementName[];
}

export function leftOpen(attempt: Attempt, { connections, kinds }: Drawing): void {
  const { random, rehearsal, setting } = attempt.planning;
  const writing = withReturning(setting);
  let open: Open[] = [];
  const tried = (body: () => void): void => {
    const undo = attempt.mark();
    const before = open;
    try {
      body();
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      undo();
      open = before;
    }
  };
  const end = (each: Open): void => {
    endOf(attempt, random, each);
    open = open.filter((other) => other !== each);
  };
  for (let left = random.between(FEWEST, MOST); left > 0 && !rehearsal.isForked; left--) {
    const chosen = open.length > 0 ? random.pick(open) : undefined;
    const draw = random.below(100);
    if (open.length < MOST_OPEN && (chosen === undefined || draw < 25))
      tried(() => {
        open = [...open, begun(attempt, random.below(connections), writing)];
      });
    else if (chosen !== undefined && draw < 45)
      tried(() => attempt.resume(chosen.id, { kind: 'advance', steps: random.between(1, 3) }));
    else if (chosen !== undefined && draw < 50 && !chosen.isWriter)
      tried(() => attempt.resume(chosen.id, { kind: 'reset' }));
    else if (chosen !== undefined && draw < 58) tried(() => end(chosen));
    else if (chosen !== undefined && draw < 62)
      tried(() => attempt.run(chosen.on, random.pick(BESIDE), { accept: followed, isDrawn: true }));
    else {
      // On the connection of one that is open more often than not: there they share what they see.
      const on = chosen !== undefined && random.oneIn(2) ? chosen.on : random.below(connections);
      tried(() => {
        const drawn = dialect.generate.statement(random, rehearsal.view(on), setting, kinds());
        attempt.run(on, drawn, { accept: followed, isDrawn: true });
      });
    }
    const ids = new Set(rehearsalIds(attempt, connections));
    open = open.filter(({ id }) => ids.has(id));
  }
  for (const each of open) if (!rehearsal.isForked) end(each);
  if (rehearsal.isForked) useAfterwards(attempt, connections, kinds);
  for (let on = 0; on < connections; on++) {
    if (rehearsal.view(on).inTransaction) attempt.endTransaction(on);
  }
}

function rehearsalIds({ planning: { rehearsal } }: Attempt, connections: number): StepId[] {
  return Array.from({ length: connections }, (_, on) => rehearsal.view(on).open).flat();
}

/** Most of them read; one that writes must return rows, or it is over at once. */
function begun(attempt: Attempt, on: number, writing: Setting): Open {
  const { random, rehearsal, setting } = attempt.planning;
  const isWriter = random.oneIn(4);
  const view = rehearsal.view(on);
  const statement = isWriter
    ? dialect.generate.statement(random, view, writing, WRITES)
    : dialect.generate.statement(random, view, setting, QUERIES);
  const leftAfter = random.pick([1, 1, 1, 2, 3]);
  const id = attempt.run(on, statement, { leftAfter, isDrawn: true });
  if (!rehearsal.view(on).open.includes(id)) discard('it is over at once');
  return { id, on, isWriter: !isReading(statement), isAlone: !view.inTransaction };
}

function endOf(attempt: Attempt, random: Random, { id, on, isWriter, isAlone }: Open): void {
  if (!isWriter) attempt.resume(id, { kind: random.oneIn(2) ? 'finish' : 'abandon' });
  else if (isAlone) attempt.resume(id, { kind: random.oneIn(WRITERS_PER_ABANDONED) ? 'abandon' : 'finish' });
  else if (random.oneIn(2)) attempt.resume(id, { kind: 'finish' });
  else {
    attempt.resume(id, { kind: 'abandon' });
    // An engine may let a transaction only end in which a statement was given up that had written.
    attempt.run(on, { kind: 'rollback' }, { isDrawn: true });
  }
}

const USES = 6;

/** Whatever became of what was given up, every connection can be used. */
function useAfterwards(attempt: Attempt, connections: number, kinds: Drawing['kinds']): void {
  const { random, rehearsal, setting } = attempt.planning;
  for (let left = USES; left > 0; left--) {
    const on = random.below(connections);
    const undo = attempt.mark();
    try {
      const drawn = dialect.generate.statement(random, rehearsal.view(on), setting, kinds());
      attempt.run(on, drawn, { isDrawn: true });
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      undo();
    }
  }
}

function withReturning(setting: Setting): Setting {
  const { weights } = setting;
  return { ...setting, weights: { ...weights, percent: { ...weights.percent, returning: 100 } } };
}
