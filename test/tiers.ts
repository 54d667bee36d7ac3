// Which test files need what. A file that is named in no list here is a unit test.

const ALL_TESTS = 'test/**/*.test.ts';

/** In-process engines: WebAssembly modules are compiled and statements run. */
const engine = [
  'test/bench/mutants.test.ts',
  'test/campaign/{bisect-new,known-bugs,witnessed}.test.ts',
  'test/checkup/checkup.test.ts',
  'test/dialect/format-value.test.ts',
  'test/dialect/sqlite/evaluate/{aggregates,real-text}.test.ts',
  'test/dialect/sqlite/features/catalogue.test.ts',
  'test/dialect/sqlite/functions/*.test.ts',
  'test/dialect/sqlite/generate/*.test.ts',
  'test/dialect/sqlite/model/{beyond,conformance,followed}.test.ts',
  'test/dialect/sqlite/sqlite-bugs.test.ts',
  'test/docs/trophies.test.ts',
  'test/engines/{ability,sqlite,sqlite-faults,sqlite-instances,sqlite-reuse,sqlite-versions,turso,turso-async-io,turso-instrument,turso-module-cache,turso-pool,wrap-engine}.test.ts',
  'test/fleet/messages.test.ts',
  'test/find/{bisect,certainty,investigate,shrink-script,store-bug,without-cut}.test.ts',
  'test/imports/{learn,read-database}.test.ts',
  'test/ledger/probe.test.ts',
  'test/notation/figures.test.ts',
  'test/planning/{foreign-keys,planner}.test.ts',
  'test/project/project.test.ts',
  'test/properties/{planted-bugs,sqlite}.test.ts',
  'test/quality/*.test.ts',
  'test/recording/record.test.ts',
  'test/report/{reporters,terminal}.test.ts',
  'test/run/*.test.ts',
  'test/selftest/live.test.ts',
  'test/sql/{conformance,statement-class}.test.ts',
  'test/dialect/sqlite/print/print.test.ts',
  'test/world/power-cut{,-turso}.test.ts',
];

/** Child processes: the command line as a user runs it, engines in processes of their own, npm. */
const child = [
  'test/page/{browser,html}.test.ts',
  'test/ui/{actions,browser,fleet}.test.ts',
  'test/action.test.ts',
  'test/docs/fleet.test.ts',
  'test/fleet/{fleet,shared-bugs,troubles}.test.ts',
  'test/bench/{snapshot,workplace}.test.ts',
  'test/campaign/{lost-worker,strict,untested,wrong-reference}.test.ts',
  'test/e2e/*.test.ts',
  'test/engines/{process-home,process-pool,program,program-run,sqlite-determinism,turso-determinism,turso-memory}.test.ts',
  'test/plan/round-trip.test.ts',
  'test/properties/list.test.ts',
  'test/selftest/selftest.test.ts',
];

/** What needs the network or minutes: only `npm run test:long` runs it. */
const long = [
  'test/e2e/{example-libsql,install,registry}.test.ts',
  'test/engines/{packages,sqlite-old,turso-native,turso-old,turso-python}.test.ts',
  'test/selftest/full.test.ts',
  'test/world/power-cut-turso-old.test.ts',
];

interface Tier {
  readonly include: string[];
  readonly exclude: string[];
}

export const tiers = {
  unit: { include: [ALL_TESTS], exclude: [...engine, ...child, ...long] },
  engine: { include: engine, exclude: [] },
  process: { include: child, exclude: long },
  long: { include: long, exclude: [] },
} satisfies Record<string, Tier>;

/** What `npm run test:long` runs once more, in full size: see test/size.ts. */
export const fullSize = [
  'test/dialect/sqlite/model/conformance.test.ts',
  'test/e2e/{config,endings,examples,forged-files,hostile-engines,init,kill,one-bug,run,unwritable}.test.ts',
  'test/engines/{program-run,turso,turso-determinism,turso-memory,turso-pool}.test.ts',
  'test/notation/figures.test.ts',
  'test/plan/round-trip.test.ts',
  'test/quality/causes.test.ts',
  'test/sql/conformance.test.ts',
  'test/world/power-cut{,-turso}.test.ts',
];
