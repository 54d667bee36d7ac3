// What comes through the queue, checked before anything is done with it. Whoever may write there says what is tested and what came of it;
// that is believed, and it names no file, changes no prototype, and is nothing but a campaign, a piece of work, a cause or a result.

import type { CampaignSettings, KnownCause } from '../campaign/index.ts';
import { DirtError } from '../errors.ts';
import { bugShape, causeShape, FINDING_KINDS, RETRIED } from '../find/index.ts';
import {
  anything,
  checked,
  count,
  flag,
  integer,
  integerFrom,
  isObject,
  kinds,
  listOf,
  matching,
  object,
  oneOf,
  openObject,
  orNull,
  provided,
  recordOf,
  type Shape,
  someText,
  text,
} from '../json/index.ts';
import { isCheck, isPlan } from '../plan/index.ts';
import { type Profile, parseProfile } from '../planning/index.ts';
import { recordingShape } from '../recording/index.ts';
import { JUDGE_NAMES, OUTVOTED } from '../run/index.ts';
import { CONSTRAINT_KINDS, REFUSAL_CLASSES } from '../sql/index.ts';
import type { Done, FiledCampaign, PlansDone, Work } from './jobs.ts';
import type { FleetProgress } from './records.ts';
import { unpacked } from './wire.ts';

/** More plans than any campaign has, and one piece of work. */
const MOST_PLANS = 2 ** 31;
export const MOST_CHUNK = 2_000;
const MOST_STATEMENTS = 100_000;
const MOST_MILLISECONDS = 2 ** 31 - 1;

const such = (is: (given: unknown) => boolean, noun: string): Shape =>
  provided(anything, (given) =>
    is(given) ? null : { problem: `is not ${noun}`, remedy: 'file the campaign again' },
  );

const index = integerFrom(0, MOST_PLANS);
const time = such((given) => typeof given === 'number' && given >= 0, 'a time');
const texts = listOf(text);
const counts = recordOf(count);
/** Names of files come from it. */
const id = matching(/^[\w-][\w.-]{0,120}$/, 'an id');
const campaignId = matching(/^dirt-[\da-f]{1,64}$/, 'the id of a campaign');
const plan = such(isPlan, 'a plan');

const value = such(
  (given) => given === null || /^(?:string|number|bigint)$/.test(typeof given) || given instanceof Uint8Array,
  'a value of SQL',
);
const rows = listOf(listOf(value));
const outcome = kinds('kind', {
  rows: [
    { rows, changes: orNull(count) },
    { cost: count, isOpen: flag },
  ],
  refused: [{ class: oneOf(...REFUSAL_CLASSES), message: text }, { constraint: oneOf(...CONSTRAINT_KINDS) }],
  panic: [
    { message: text, location: text },
    { within: text, breach: text },
  ],
  fuel: [{}],
  cut: [{}],
});
const side = kinds('kind', { rows: [{ rows }], outcome: [{ outcome }], text: [{ text }] });
const finding = openObject(
  {
    kind: oneOf(...FINDING_KINDS),
    judge: oneOf(...JUDGE_NAMES),
    property: text,
    at: integer,
    signature: text,
    message: text,
  },
  { expected: side, actual: side, check: such(isCheck, 'a check'), look: text },
);

const knownCause = openObject({ id, cause: causeShape, muted: flag });
const failure = openObject({ index, nth: count, finding, blamed: oneOf('engine', 'lastWord') });
const question = openObject({
  failure,
  known: listOf(knownCause),
  looksInto: flag,
  settled: listOf(knownCause),
});
const loss = openObject({ index, step: integer, kind: oneOf('hang', 'panic'), reason: text }, { question });

const investigated = openObject(
  {
    outvoted: oneOf(...OUTVOTED),
    finding,
    plan,
    original: plan,
    needs: texts,
    mayNeed: texts,
    cause: causeShape,
    id,
    features: texts,
    skeleton: text,
    outcomes: listOf(openObject({ at: integer, outcome })),
    statementsBefore: count,
    statements: count,
    candidates: count,
    isUnfinished: flag,
  },
  { arbiter: text, recording: recordingShape },
);
const answer = kinds('kind', {
  explained: [{ by: id }],
  unexplained: [{}],
  nothing: [{}],
  investigated: [{ investigated, tookMs: time }],
});

const asked = openObject(
  { version: text, against: orNull(text), opener: text },
  { build: oneOf('WebAssembly', 'native', 'program') },
);
const planResult = openObject(
  {
    profile: text,
    statements: count,
    refusals: count,
    engineMs: time,
    totalMs: time,
    properties: recordOf(
      object(
        { drawn: count, discarded: count, checked: count, vacuous: count, skipped: count },
        { reasons: recordOf(count) },
      ),
    ),
    tolerated: counts,
    accepted: counts,
    features: counts,
    exercised: recordOf(count, JUDGE_NAMES),
    diedAtOnce: flag,
  },
  {
    breach: text,
    referenceIsWrong: openObject({ index, signature: text, message: text }, { sql: text }),
  },
);
const planDone = openObject({
  index,
  result: planResult,
  failures: listOf(failure),
  told: listOf(openObject({ asked: count }, { by: id })),
  lookMs: time,
});
const lost = openObject({ lost: loss });
const isLost = (given: unknown) => isObject(given) && 'lost' in given;

/** One of two, whichever the value says that it is. */
const lostOr = (shape: Shape): Shape => ({
  ...shape,
  check: (given, depth) => (isLost(given) ? lost : shape).check(given, depth),
});

const tried = openObject({ version: text, came: orNull(oneOf(...RETRIED)) }, { lacking: text, why: text });

const done = kinds('kind', {
  canary: [{ worker: someText, plans: count, isFound: flag }],
  plans: [{ asked, worker: someText, tookMs: time, plans: listOf(lostOr(planDone)) }],
  tried: [{ worker: someText, bug: id, tried: listOf(tried) }],
  look: [
    {
      worker: someText,
      said: lostOr(openObject({ failure: openObject({ index, nth: count }), answer, tookMs: time })),
    },
  ],
});

const work = kinds('kind', {
  canary: [{ plans: integerFrom(1, MOST_CHUNK) }],
  plans: [{ from: index, to: index, causes: count }],
  look: [{ question, causes: count }],
  verify: [{ bug: bugShape, plan }],
  bisect: [{ bug: bugShape, plan, versions: listOf(matching(/^[\w.-]{1,100}$/, 'a version')) }],
});

const settings = openObject(
  {
    seed: text,
    statements: integerFrom(1, MOST_STATEMENTS),
    profile: openObject({}, { mixture: listOf(openObject({ profile: openObject({}), share: count }), 1) }),
    properties: texts,
    features: texts,
    silenced: texts,
    regressed: texts,
    engine: someText,
    reference: orNull(someText),
    shrinks: flag,
    doublecheck: flag,
    shrinkLimit: count,
    known: listOf(knownCause),
  },
  {
    abilities: openObject(
      { faults: texts, journalModes: texts, pageSizes: listOf(count), connections: integerFrom(1, 16) },
      {},
    ),
    plansPerEpoch: count,
    logsStatements: flag,
  },
);
const filed = openObject({
  id: campaignId,
  dirt: text,
  project: orNull(text),
  settings,
  version: text,
  platform: orNull(text),
  engineHash: orNull(matching(/^[\da-f]{64}$/, 'a SHA-256')),
  stuckMs: integerFrom(1, MOST_MILLISECONDS),
});

const progress = openObject({
  campaign: campaignId,
  engine: text,
  seed: text,
  elapsedMs: time,
  plans: count,
  of: orNull(count),
  statements: count,
  statementsPerSecond: time,
  newBugs: count,
  knownBugs: count,
  causes: count,
  undecided: count,
  at: time,
  workers: recordOf(openObject({ statements: count, busyMs: time, lastMs: time })),
  failed: texts,
});

function read<T>(shape: Shape, packed: unknown, called: string): T {
  return checked(shape, unpacked(packed), called, ({ problem }) => foreign(problem)) as T;
}

function foreign(problem: string): DirtError {
  return new DirtError(
    'DIRT_FLEET_MESSAGE',
    `a message in the queue is not one of DIRT: ${problem}`,
    'give DIRT a queue of its own',
  );
}

export function readFiled(packed: string, campaign: string): FiledCampaign {
  const { settings, ...rest } = read<FiledCampaign>(filed, packed, 'the campaign');
  if (rest.id !== campaign) throw foreign(`it is of campaign ${rest.id}`);
  return { ...rest, settings: { ...settings, profile: profileIn(settings) } };
}

/** As it was filed: what is not said in it comes from no other profile. */
function profileIn({ profile }: CampaignSettings): Profile {
  const one = (given: unknown): Profile => parseProfile(given, 'the campaign in the queue');
  const { mixture, ...own } = profile;
  if (mixture === undefined) return one(profile);
  return { ...one(own), mixture: mixture.map((part) => ({ ...part, profile: one(part.profile) })) };
}

export function readWork(packed: string): Work {
  const given = read<Work>(work, packed, 'the work');
  if (given.kind === 'plans' && (given.to < given.from || given.to - given.from > MOST_CHUNK))
    throw foreign(`plans ${given.from} to ${given.to} are no piece of work`);
  return given;
}

export function readCause(packed: string): KnownCause {
  return read(knownCause, packed, 'the cause');
}

export function readDone(packed: string): Done {
  return read(done, packed, 'the result');
}

/** Whether a result is one of this work: each of its plans once, or the answer to its question. */
export function isOf(given: Done, asked: Work): boolean {
  if (given.kind === 'canary') return asked.kind === 'canary' && given.plans <= asked.plans;
  if (given.kind === 'tried') {
    if ((asked.kind !== 'verify' && asked.kind !== 'bisect') || given.bug !== asked.bug.id) return false;
    return asked.kind === 'verify'
      ? given.tried.length === 1
      : given.tried.every(({ version }, nth) => version === asked.versions[nth]);
  }
  if (given.kind === 'plans') {
    return (
      asked.kind === 'plans' &&
      given.plans.length === asked.to - asked.from &&
      given.plans.every((plan, nth) => isOfPlan(plan, asked.from + nth))
    );
  }
  if (asked.kind !== 'look') return false;
  const { index, nth } = asked.question.failure;
  if ('lost' in given.said)
    return given.said.lost.index === index && given.said.lost.question?.failure.nth === nth;
  const { failure } = given.said;
  return failure.index === index && failure.nth === nth;
}

function isOfPlan(plan: PlansDone['plans'][number], index: number): boolean {
  if ('lost' in plan) return plan.lost.index === index && plan.lost.question === undefined;
  return (
    plan.index === index &&
    plan.told.length === plan.failures.length &&
    plan.failures.every((failure, nth) => failure.index === index && failure.nth === nth)
  );
}

export function readProgress(packed: string, campaign: string): FleetProgress {
  const given = read<FleetProgress>(progress, packed, 'the progress');
  if (given.campaign !== campaign) throw foreign(`it is of campaign ${given.campaign}`);
  return given;
}

/** A result of this work, or what is wrong with it. */
export function doneOf(work: Work, result: string): Done | string {
  try {
    const done = readDone(result);
    return isOf(done, work) ? done : 'its result is one of other work';
  } catch (error) {
    if (error instanceof DirtError) return error.problem;
    throw error;
  }
}
