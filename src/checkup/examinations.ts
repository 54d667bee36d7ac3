// What is looked at, in the order in which a new adapter gets it right.

import { formatOutcome, formatValue } from '../dialect/index.ts';
import { DATABASE_FILE } from '../engines/index.ts';
import type { ConstraintKind, Outcome, RefusalClass, SqlValue } from '../sql/index.ts';
import { isLacking, sameValue } from '../sql/index.ts';
import { type Complaint, type Examination, type Patient, run } from './patient.ts';

/** As plain as it can be: young engines have no keys, no lists of rows and no aggregates. */
const TWO_ROWS =
  "CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'); INSERT INTO t VALUES (2, 'y');";
const KEYED = "CREATE TABLE k (a INTEGER, b TEXT NOT NULL UNIQUE); INSERT INTO k VALUES (1, 'x');";

function said(outcome: Outcome): string {
  return formatOutcome(outcome).join('; ') || 'no rows';
}

function wrong(saw: string, means: string, mend: string): Complaint {
  return { verdict: 'wrong', saw, means, mend };
}

/** Both rows, in any order. */
function holdsBoth(outcome: Outcome): boolean {
  return outcome.kind === 'rows' && formatOutcome(outcome).sort().join('; ') === "1 | 'x'; 2 | 'y'";
}

const BOTH = 'SELECT a, b FROM t';

/** What the engine does not have is nothing to complain about. */
function lacks(outcome: Outcome): Complaint | null {
  return isLacking(outcome)
    ? { verdict: 'skipped', saw: `it lacks what this takes: ${said(outcome)}` }
    : null;
}

const opens: Examination = {
  claim: 'opens a database, makes a table, writes and reads',
  async examine(patient) {
    const outcome = await patient.ask(`${TWO_ROWS} ${BOTH};`);
    if (holdsBoth(outcome)) return null;
    return wrong(
      said(outcome),
      'nothing can be tested',
      'make `dirt sql` run CREATE TABLE, INSERT and SELECT first; the rules are in the header of src/engines/engine.ts',
    );
  },
};

const isFresh: Examination = {
  claim: 'gives every test a database of its own',
  async examine(patient) {
    await patient.ask(TWO_ROWS);
    const outcome = await patient.ask(`${BOTH};`);
    if (outcome.kind === 'refused') return null;
    return wrong(
      `a table of the database before: ${said(outcome)}`,
      'each plan sees what those before it left behind, and every comparison is noise',
      'open the files of `world.disk` at boot and nothing else; close or drop what was open before',
    );
  },
};

const VALUES: readonly (readonly [sql: string, value: SqlValue, mend: string])[] = [
  ['9007199254740993', 9007199254740993n, 'return INTEGER as bigint: a double has 53 bits'],
  ['2', 2n, 'return INTEGER as bigint, also where it is small'],
  ['2.0', 2, 'return REAL as number, and keep it apart from INTEGER'],
  ['-0.0', -0, 'keep the sign of −0.0'],
  ['1e999', Number.POSITIVE_INFINITY, 'return infinities as they are'],
  ["'a' || char(0) || 'b'", 'a\0b', 'read TEXT by its length: it may hold NULs'],
  ["x'00ff'", Uint8Array.of(0, 255), 'return BLOB as Uint8Array'],
  ["x''", new Uint8Array(), 'return an empty BLOB as an empty Uint8Array, not as NULL'],
  ["''", '', 'return empty TEXT as text, not as NULL'],
  ['NULL', null, 'return NULL as null'],
];

const isExact: Examination = {
  claim: 'returns values exactly',
  async examine(patient) {
    const lost: string[] = [];
    const mends = new Set<string>();
    for (const [sql, value, mend] of VALUES) {
      const outcome = await patient.ask(`SELECT ${sql};`);
      // An engine may lack what the expression is made of.
      if (outcome.kind === 'refused') continue;
      const got = outcome.kind === 'rows' ? outcome.rows[0]?.[0] : undefined;
      if (got !== undefined && sameValue(got, value)) continue;
      lost.push(`${sql} is ${got === undefined ? said(outcome) : formatValue(got)}`);
      mends.add(mend);
    }
    if (lost.length === 0) return null;
    return wrong(
      lost.join(', '),
      'values that the adapter changes are reported as bugs of the engine',
      [...mends].join('; '),
    );
  },
};

const counts: Examination = {
  claim: 'counts the rows that a statement writes',
  async examine(patient) {
    const outcome = await patient.ask(TWO_ROWS);
    if (outcome.kind !== 'rows' || outcome.changes === 1) return null;
    if (outcome.changes === null)
      return {
        verdict: 'note',
        saw: 'changes is null: it cannot tell',
        means: 'what INSERT, UPDATE and DELETE say of themselves is not compared',
        mend: 'return the rows written by the statement as `changes`, 0 for statements that write none',
      };
    return wrong(
      `${outcome.changes} for an INSERT of 1 row`,
      'every statement that writes looks like a bug',
      'return the rows written by this statement alone, or null if the engine cannot tell',
    );
  },
};

interface Refusal {
  readonly sql: string;
  readonly class: RefusalClass;
  readonly constraint?: ConstraintKind;
}

const REFUSALS: readonly Refusal[] = [
  { sql: "INSERT INTO k VALUES (3, 'x');", class: 'constraint', constraint: 'unique' },
  { sql: 'INSERT INTO k VALUES (3, NULL);', class: 'constraint', constraint: 'notNull' },
  { sql: 'SELECT * FROM no_such_table;', class: 'noSuchTable' },
  { sql: 'SELECT FROM WHERE;', class: 'syntax' },
];

const refuses: Examination = {
  claim: 'refuses with a class: a violated constraint is one, a missing table is one',
  async examine(patient) {
    const complaints: string[] = [];
    let isOther = false;
    const isKeyed = !isLacking(await patient.ask(KEYED));
    for (const refusal of REFUSALS) {
      if (refusal.constraint !== undefined && !isKeyed) continue;
      const outcome = await patient.ask(`${isKeyed ? KEYED : TWO_ROWS} ${refusal.sql}`);
      if (isClassed(outcome, refusal)) continue;
      isOther ||= outcome.kind === 'refused' && outcome.class === 'other';
      complaints.push(`${refusal.sql} ${said(outcome)}, not ${refusal.class}`);
    }
    if (complaints.length === 0) return null;
    return wrong(
      complaints.join('\n'),
      isOther
        ? 'DIRT takes a refusal of class other for a feature that is missing: half of SQL is switched off, and a wrong refusal is not noticed'
        : 'a refusal that is taken for another one looks like a bug, or hides one',
      'return `classify(message)` of the package dirt for messages like those of SQLite, or set class and constraint yourself',
    );
  },
};

function isClassed(outcome: Outcome, { class: wanted, constraint }: Refusal): boolean {
  if (outcome.kind !== 'refused' || outcome.class !== wanted) return false;
  // An adapter need not say which constraint it was.
  if (constraint === undefined || outcome.constraint === undefined || outcome.constraint === constraint)
    return true;
  // Not all engines tell a PRIMARY KEY from another UNIQUE.
  return constraint === 'unique' && outcome.constraint === 'primaryKey';
}

const goesOn: Examination = {
  claim: 'goes on after a refusal, and rolls back what is asked for',
  async examine(patient) {
    const rows = await patient.with(TWO_ROWS, async (session) => {
      await run(session, 'SELECT * FROM no_such_table');
      const begun = await run(session, 'BEGIN');
      if (isLacking(begun)) return run(session, BOTH);
      await run(session, "INSERT INTO t VALUES (3, 'z')");
      await run(session, 'ROLLBACK');
      return run(session, BOTH);
    });
    if (holdsBoth(rows)) return null;
    return wrong(
      said(rows),
      'after the first refusal, or the first transaction, every plan is noise',
      'finalize a statement that was refused; send BEGIN, COMMIT and ROLLBACK to the engine as they are',
    );
  },
};

const keeps: Examination = {
  claim: 'keeps what is committed when it is closed and opened again',
  async examine(patient) {
    if (!patient.engine.abilities.faults.includes('reopen'))
      return { verdict: 'skipped', saw: 'its abilities do not list the fault reopen' };
    const rows = await patient.with(TWO_ROWS, async (session) => {
      const reopened = await session.reopen();
      return reopened.kind === 'rows' ? run(session, BOTH) : reopened;
    });
    if (holdsBoth(rows)) return null;
    return wrong(
      said(rows),
      'every plan that reopens the database reports a lost table',
      'write the files to `world.disk` on close (`disk.replaceFiles`), and read them at boot',
    );
  },
};

const survives: Examination = {
  claim: 'keeps what is committed when its process dies',
  async examine(patient) {
    const { faults } = patient.engine.abilities;
    const kill = faults.includes('kill') || faults.some((fault) => fault.startsWith('powerCut'));
    if (!kill) return { verdict: 'skipped', saw: 'its abilities list neither kill nor power cuts' };
    const rows = await patient.with(TWO_ROWS, async (session) => {
      await session.drop();
      const booted = await session.start();
      return booted.kind === 'rows' ? run(session, BOTH) : booted;
    });
    if (holdsBoth(rows)) return null;
    return wrong(
      said(rows),
      'every kill is reported as a lost commit',
      'sync before COMMIT returns, or leave kill and power cuts out of `abilities.faults`',
    );
  },
};

const connects: Examination = {
  claim: 'shows on one connection what another has committed',
  async examine(patient) {
    if (patient.engine.abilities.connections < 2)
      return { verdict: 'skipped', saw: 'its abilities say that it carries one connection' };
    const rows = await patient.with(TWO_ROWS, (session) => run(session, BOTH, 1));
    if (holdsBoth(rows)) return null;
    return wrong(
      said(rows),
      'every plan with two connections reports wrong rows',
      'open each connection on the same file, or say `connections: 1`',
    );
  },
};

const ends: Examination = {
  claim: 'ends a statement that uses up its fuel',
  async examine(patient) {
    const rows = Array.from({ length: 64 }, (_, i) => `INSERT INTO l VALUES (${i});`).join(' ');
    const long = 'SELECT count(*) FROM l AS x, l AS y, l AS z WHERE x.a + y.a + z.a >= 0';
    const outcome = await patient.with(`CREATE TABLE l (a INTEGER); ${rows}`, (session) =>
      run(session, long, 0, 1000),
    );
    if (outcome.kind === 'fuel') return null;
    if (isLacking(outcome)) return lacks(outcome);
    return {
      verdict: 'note',
      saw: `a query that joins 262,144 rows, with fuel for 1,000: ${said(outcome)}`,
      means:
        'an endless loop is found only when the supervisor replaces the worker, a minute later, and cannot be shrunk',
      mend: 'count work in the adapter (a progress handler, say) and return { kind: "fuel" } when it is used up',
    };
  },
};

const repeats: Examination = {
  claim: 'does the same, to the byte, when the same is asked of it',
  async examine(patient) {
    if (!patient.engine.abilities.deterministic)
      return { verdict: 'skipped', saw: 'its abilities say that it is not deterministic' };
    const [one, other] = [await bytes(patient), await bytes(patient)];
    if (one === other) return null;
    return wrong(
      'two runs of the same statements leave other bytes on the disk',
      'failures cannot be repeated, and --doublecheck reports every plan',
      'take time from `world.clock` and randomness from `world.entropy`, or say `deterministic: false`',
    );
  },
};

function bytes(patient: Patient): Promise<string> {
  return patient.with(TWO_ROWS, async (session) => {
    await session.close();
    return session.disk.contentHash();
  });
}

const isTidy: Examination = {
  claim: 'leaves no files behind',
  async examine(patient) {
    const names = await patient.with(TWO_ROWS, async (session) => {
      await session.close();
      return [...(await session.files()).keys()];
    });
    const strange = names.filter((name) => !name.startsWith(DATABASE_FILE));
    if (strange.length === 0) return null;
    return {
      verdict: 'note',
      saw: `after closing: ${strange.join(', ')}`,
      means: 'they are copied at each boot, and may hold what another database left',
      mend: `keep to ${DATABASE_FILE} and files whose names begin with it`,
    };
  },
};

export const EXAMINATIONS: readonly Examination[] = [
  opens,
  isFresh,
  isExact,
  counts,
  refuses,
  goesOn,
  keeps,
  survives,
  connects,
  ends,
  repeats,
  isTidy,
];
