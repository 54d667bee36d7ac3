// Every format that DIRT reads: examples of it, and what is done with a text that may be one. A reader takes it or refuses it with a
// DirtError; anything else is a bug.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { planAt } from '../../.build/src/campaign/settings.js';
import { dialect } from '../../.build/src/dialect/index.js';
import { cachedVersions } from '../../.build/src/engines/packages.js';
import { helloShape } from '../../.build/src/engines/program/hello.js';
import { readReply, replyShape } from '../../.build/src/engines/program/read-reply.js';
import { readTar } from '../../.build/src/engines/tar.js';
import { DirtError } from '../../.build/src/errors.js';
import {
  BugBase,
  bugReport,
  bugTitle,
  commentedScript,
  describeVersions,
  storeBug,
} from '../../.build/src/find/index.js';
import { readCause, readDone, readFiled, readProgress, readWork } from '../../.build/src/fleet/messages.js';
import { packed } from '../../.build/src/fleet/wire.js';
import { historyFile } from '../../.build/src/history/history.js';
import { fixedIn, readHistory } from '../../.build/src/history/index.js';
import { loadSql } from '../../.build/src/index.js';
import { parsed, read } from '../../.build/src/json/index.js';
import { parseLedger, usableFeatures } from '../../.build/src/ledger/index.js';
import { readNotation } from '../../.build/src/notation/index.js';
import { decodePlan, encodePlan, planOfScript, readScript, rehearse } from '../../.build/src/plan/index.js';
import { instancesOf, parseProfile, profiles } from '../../.build/src/planning/index.js';
import { loadConfig } from '../../.build/src/project/load-config.js';
import { RECORDING_FILE, readRecording } from '../../.build/src/recording/index.js';
import { issueShape } from '../../.build/src/report/github/issue.js';
import { readIssueBody } from '../../.build/src/report/github/markers.js';

export const folder = mkdtempSync(join(tmpdir(), 'dirt-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.DIRT_CACHE = join(folder, 'cache');
mkdirSync(join(folder, 'bugs'));

const wrong = ({ problem, remedy }) => new DirtError('DIRT_FUZZ', problem, remedy);
const features = dialect.features.ids;

const plans = ['general', 'faults', 'transactions', 'schema', 'queries'].flatMap((name) =>
  profiles[name] === undefined
    ? []
    : [0, 1].map(
        (index) =>
          planAt({ seed: 'fuzz', statements: 12, profile: profiles[name], properties: [], features }, index)
            .plan,
      ),
);

export const ID = 'wrong-12345678';

export const BUG = {
  id: ID,
  kind: 'difference',
  severity: 'answer',
  property: 'norec',
  claims: 'A claim.',
  signature: 'difference/model/select',
  features: ['select'],
  cause: { symptom: 'contents', heart: ['DISTINCT'], features: ['select'] },
  skeleton: 'SELECT ?',
  message: 'wrong',
  outvoted: 'engine',
  arbiter: 'sqlite@3.50.4',
  engine: 'sqlite',
  version: '3.50.4',
  alsoIn: ['3.50.3'],
  notIn: [{ version: '3.49.0', came: 'passes' }],
  needs: ['DISTINCT'],
  mayNeed: [],
  firstBad: { commit: 'abc', subject: 'x' },
  seed: '1',
  index: 2,
  statementsBefore: 100,
  statements: 1,
  firstSeen: '2026-01-01T00:00:00Z',
  lastSeen: '2026-01-01T00:00:00Z',
  timesSeen: 1,
  status: 'open',
};

const LEDGER = {
  format: 1,
  engine: 'sqlite',
  version: '3.50.4',
  features: Object.fromEntries(
    features.slice(0, 40).map((id, i) => [
      id,
      {
        status: ['supported', 'unsupported', 'broken'][i % 3],
        since: '1',
        reason: 'because',
        ...(i % 3 === 2 && { kills: true }),
      },
    ]),
  ),
  silenced: [{ message: 'refused: x', sql: 'SELECT 1' }],
};

const PROFILE = {
  name: 'mine',
  basedOn: 'general',
  about: 'x',
  workload: { read: 2, write: 1, create: 1 },
  properties: 50,
  favour: { norec: 3 },
  perThousand: { reopen: 5 },
  checkpointed: 10,
  pageSizes: { 4096: 1 },
  journalModes: { wal: 1 },
  connections: { most: 2, interleaved: 10 },
  rows: { least: 5, batch: 5 },
  weights: { percent: {}, limit: {} },
};

const CONFIG = {
  engines: { mine: 'turso@0.4.4' },
  engine: 'mine',
  reference: 'sqlite',
  properties: ['p/*.ts'],
  ledger: 'l.json',
  bugs: 'b',
  profile: PROFILE,
  workload: { read: 1 },
  faults: { reopen: 3 },
  limits: { budget: '5s', plans: 3, steps: 10, workers: 1, shrinkLimit: 10, bisectBudget: '1s' },
};

const REPLY = {
  rows: [[null, ['i', '1'], ['r', '1.5'], ['t', 'x'], ['b', '00ff']]],
  changes: 1,
  error: { message: 'no', class: 'constraint', constraint: 'unique' },
};

const SCRIPT = `-- dirt: seed 7
-- dirt: page size 512
CREATE TABLE t(a);
INSERT INTO t VALUES (1), ('it''s'), (x'00');
-- dirt: escapes
SELECT '\\u{a}';
-- dirt: power cut drop
-- dirt: connection 2
CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; SELECT 1; END;
-- dirt: ask sqlite
SELECT * FROM t /* ; */;
`;

/** Something of everything that SQL has. */
const SQL = `CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE DEFAULT 'x' CHECK (b <> ''), c AS (a + 1) STORED, UNIQUE (b, c));
CREATE INDEX i ON t(b DESC, abs(a)) WHERE a > 0;
CREATE VIEW v AS SELECT a, count(*) OVER (PARTITION BY b ORDER BY a ROWS 1 PRECEDING) AS n FROM t;
CREATE TRIGGER r AFTER UPDATE OF b ON t WHEN new.a > 1 BEGIN INSERT INTO t(b) VALUES (new.b); DELETE FROM t WHERE a = 9; END;
INSERT OR REPLACE INTO t(a, b) VALUES (1, 'a'), (2, x'00ff') ON CONFLICT (a) DO UPDATE SET b = excluded.b WHERE t.a > 0 RETURNING *;
WITH RECURSIVE q(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM q WHERE x < 5) SELECT * FROM q, t LEFT JOIN v USING (a) ORDER BY 1 LIMIT 3 OFFSET 1;
SELECT DISTINCT CASE WHEN a IN (1, 2) THEN b ELSE NULL END, (SELECT max(a) FROM t), a BETWEEN 1 AND 2, b LIKE 'x%' ESCAPE '!' FROM t GROUP BY b HAVING count(*) > 0;
UPDATE t SET b = b || 'y', a = -a WHERE EXISTS (SELECT 1 FROM v WHERE v.a IS NOT t.a);
ALTER TABLE t ADD COLUMN d REAL; SAVEPOINT s; DELETE FROM t WHERE (a, b) > (1, 'b'); ROLLBACK TO s; RELEASE s; PRAGMA user_version = 3;
SELECT a FROM t UNION SELECT 1 EXCEPT VALUES (2), (3);
`;

/** Properties as the paper writes them. */
const FIGURES = new URL('../../examples/paper/properties/', import.meta.url);
const NOTATION = readdirSync(FIGURES).map((name) => readFileSync(new URL(name, FIGURES), 'utf8'));

const RUN = {
  when: '2026-01-01T00:00:00Z',
  engine: 'sqlite',
  version: '3.50.4',
  commit: 'abc',
  seed: '1',
  ended: 'done',
  plans: 2,
  statements: 200,
  milliseconds: 1000,
  new: [ID],
  known: [],
  gone: ['wrong-2'],
};

const SAID = { kind: 'rows', rows: { rows: [['1', "'x'"]], more: 2 }, changes: 1 };

const RECORDED = {
  connections: 1,
  world: ['-- dirt: seed 7'],
  leftOut: 0,
  steps: [
    {
      at: 0,
      on: 0,
      kind: 'statement',
      text: 'SELECT 1',
      property: 'norec',
      engine: SAID,
      model: SAID,
      queryPlan: ['SCAN t'],
      tables: [{ name: 't', columns: ['a'], model: SAID.rows, engine: SAID, differs: true }],
      files: [{ name: 'test.db', unsynced: 1, before: 0, after: 4096 }],
    },
  ],
  failsAt: 0,
  partsAt: 0,
};

const RECORDING = {
  format: 1,
  engine: 'sqlite@3.50.4',
  reference: 'sqlite@3.50.4',
  failure: { judge: 'model', message: 'wrong', expected: SAID, actual: SAID },
  minimal: RECORDED,
  original: RECORDED,
};

const FINDING = { kind: 'difference', judge: 'model', property: 'x', at: 0, signature: 's', message: 'm' };

const CAUSE = { id: ID, cause: BUG.cause, muted: false };
const FAILURE = {
  index: 0,
  nth: 0,
  finding: { ...FINDING, expected: { kind: 'rows', rows: [[1n, 1.5, 'x', null, new Uint8Array([1])]] } },
  blamed: 'engine',
};
const QUESTION = { failure: FAILURE, known: [CAUSE], looksInto: true, settled: [] };

/** What coordinator and workers of a fleet send each other. */
const MESSAGES = [
  { kind: 'plans', from: 0, to: 8, causes: 1 },
  { kind: 'look', question: QUESTION, causes: 1 },
  CAUSE,
  {
    kind: 'plans',
    asked: { version: '1', build: 'native', against: null, opener: 'sqlite@3.50.4' },
    worker: 'w',
    tookMs: 1,
    plans: [
      {
        index: 0,
        result: {
          profile: 'general',
          statements: 1,
          refusals: 0,
          engineMs: 1,
          totalMs: 1,
          properties: { norec: { drawn: 1, discarded: 0, checked: 1, vacuous: 0, skipped: 0 } },
          tolerated: { order: 1 },
          accepted: { select: 1 },
          features: {},
          exercised: { model: 1 },
          diedAtOnce: false,
        },
        failures: [FAILURE],
        told: [{ asked: 1, by: ID }],
        lookMs: 1,
      },
      { lost: { index: 1, step: -1, kind: 'hang', reason: 'x' } },
    ],
  },
  {
    kind: 'look',
    worker: 'w',
    said: {
      failure: { index: 0, nth: 0 },
      answer: {
        kind: 'investigated',
        tookMs: 1,
        investigated: {
          outvoted: 'engine',
          arbiter: 'sqlite@3.50.4',
          finding: FAILURE.finding,
          plan: plans[0],
          original: plans[0],
          needs: ['DISTINCT'],
          mayNeed: [],
          cause: BUG.cause,
          id: ID,
          features: ['select'],
          skeleton: 'SELECT ?',
          outcomes: [{ at: 0, outcome: { kind: 'rows', rows: [[1n]], changes: 0 } }],
          statementsBefore: 10,
          statements: 1,
          candidates: 5,
          isUnfinished: false,
          recording: RECORDING,
        },
      },
      tookMs: 1,
    },
  },
  {
    id: 'dirt-01',
    dirt: '0.1.0',
    project: null,
    settings: {
      seed: '1',
      statements: 10,
      profile: profiles.general,
      properties: [],
      features: ['select'],
      silenced: [],
      regressed: [],
      abilities: { faults: [], journalModes: ['wal'], pageSizes: [4096], connections: 1 },
      config: null,
      engine: 'turso',
      reference: 'sqlite',
      shrinks: true,
      doublecheck: false,
      shrinkLimit: 10,
      known: [],
    },
    version: '1',
    platform: null,
    engineHash: null,
    stuckMs: 1000,
  },
].map((message) => JSON.parse(gunzipSync(Buffer.from(packed(message), 'base64')).toString('utf8')));

/** Nobody says which of them it is; what is stored of a result is stored, and what a worker is asked is made a plan of. */
function readMessage(text) {
  const sent = gzipSync(text).toString('base64');
  let refusal = null;
  const tried = (read) => {
    try {
      return read(sent);
    } catch (error) {
      if (!(error instanceof DirtError)) throw error;
      refusal = error;
      return null;
    }
  };
  const done = tried(readDone);
  const others = [
    readWork,
    readCause,
    (given) => readProgress(given, 'dirt-01'),
    (given) => readFiled(given, 'dirt-01'),
  ].map(tried);
  if (done?.kind === 'look' && done.said.answer?.kind === 'investigated') {
    const base = new BugBase(join(folder, 'fleet/bugs'));
    const about = { engine: 'x', version: '1', claims: '' };
    const { bug } = storeBug(base, done.said.answer.investigated, about, '2026-01-01T00:00:00Z');
    base.find(bug.id);
    rmSync(join(folder, 'fleet'), { recursive: true, force: true });
  }
  if (done === null && others.every((each) => each === null)) throw refusal;
}

/** A script as a test; its plan can be stored. */
async function readSql(text) {
  const { plan } = await readScript(planOfScript(text, 1000));
  const rehearsed = rehearse(plan);
  const encoded = encodePlan(plan);
  if (encodePlan(decodePlan(encoded, 'it')) !== encoded) throw new Error('its plan is read back as another');
  return rehearsed;
}

/** What is no mistake in the text must give instances, or say why not. */
function readFigures(text) {
  for (const property of readNotation(text, 'it.dirt')) instancesOf(property, '1', 1);
}

function readBug(text, plan = encodePlan(plans[0])) {
  const base = new BugBase(join(folder, 'bugs'));
  mkdirSync(base.pathOf(ID), { recursive: true });
  writeFileSync(join(base.pathOf(ID), 'bug.json'), text);
  writeFileSync(join(base.pathOf(ID), 'plan.json'), plan);
  const { bug } = base.find(ID);
  bugTitle(bug, 60);
  describeVersions(bug);
  bugReport(bug, 'SELECT 1;');
}

/** Lines that are no runs are passed over, and the rest is shown. */
function readRuns(text) {
  writeFileSync(historyFile(join(folder, 'bugs')), text);
  fixedIn(readHistory(join(folder, 'bugs')));
}

function readRecorded(text) {
  writeFileSync(join(folder, RECORDING_FILE), text);
  readRecording(folder);
}

function readManifest(text) {
  const place = join(folder, 'cache/packages/x@1.0.0');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'a.wasm'), 'content');
  writeFileSync(join(place, 'dirt-manifest.json'), text);
  cachedVersions('x');
}

async function readConfig(text) {
  const path = join(folder, 'dirt.config.json');
  writeFileSync(path, text);
  await loadConfig(path);
}

/** Who unpacks it takes everything else for damage. */
function readArchive(text) {
  try {
    for (const { path, content } of readTar(Buffer.from(text, 'latin1'))) path.concat(String(content.length));
  } catch (error) {
    throw error instanceof RangeError ? wrong({ problem: error.message, remedy: 'fetch it again' }) : error;
  }
}

await loadSql();

/** By name: documents that are right, and the reader of a text. */
export const FORMATS = {
  plan: {
    documents: plans.map((plan) => JSON.parse(encodePlan(plan))),
    read(text) {
      const plan = decodePlan(text, 'plan.json');
      encodePlan(plan);
      rehearse(plan);
      commentedScript({ plan, finding: FINDING, outcomes: [] });
    },
  },
  bug: { documents: [BUG], read: readBug },
  ledger: { documents: [LEDGER], read: (text) => usableFeatures(parseLedger(text, 'dirt.features.json')) },
  profile: {
    documents: [PROFILE],
    read: (text) => parseProfile(parsed(text, 'profile.json', wrong), 'profile.json'),
  },
  config: { documents: [CONFIG], read: readConfig },
  reply: {
    documents: [REPLY, { rows: [], changes: 0 }],
    read: (text) => readReply(read(replyShape, text, 'the answer', wrong)),
  },
  hello: {
    documents: [
      {
        name: 'x',
        version: '1',
        protocol: 2,
        abilities: { faults: ['kill'], connections: 2, pageSizes: [4096] },
      },
    ],
    read: (text) => read(helloShape, text, 'the answer', wrong),
  },
  manifest: {
    documents: [{ 'a.wasm': createHash('sha256').update('content').digest('hex') }],
    read: readManifest,
  },
  issue: {
    documents: [
      {
        number: 1,
        state: 'open',
        body: '<!-- dirt:fingerprint a-1 -->\n<!-- dirt:seen 1 -->',
        comments: 0,
        labels: ['x', { name: 'y' }],
      },
    ],
    read: (text) => readIssueBody(read(issueShape, text, 'the answer', wrong).body ?? ''),
  },
  history: { documents: [RUN], read: readRuns },
  recording: { documents: [RECORDING], read: readRecorded },
  message: { documents: MESSAGES, read: readMessage },
  script: { documents: [], texts: [SCRIPT], read: (text) => planOfScript(text, 10) },
  sql: { documents: [], texts: [SQL], read: readSql },
  notation: { documents: [], texts: NOTATION, read: readFigures },
  archive: {
    documents: [],
    texts: [
      `${'package/a.wasm'.padEnd(100, '\0')}0000644\0${'\0'.repeat(16)}00000000007\0${'\0'.repeat(12)}${'\0'.repeat(8)}0${'\0'.repeat(355)}content`.padEnd(
        2048,
        '\0',
      ),
    ],
    read: readArchive,
  },
};
