// What becomes of an imported script: it runs on the engine and on the reference and is followed by the model. What the engine cannot run, and
// what the model gets wrong, is left out of what plans start from; where a test expects something else than others say, that is told.

import { dialect, formatOutcome, type Prediction } from '../dialect/index.ts';
import type { Engine } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import {
  type Plan,
  type RunStep,
  readScript,
  type Step,
  stepsOf,
  testOf,
  unrehearsed,
} from '../plan/index.ts';
import { agree, execute } from '../run/index.ts';
import { isLacking, type Outcome, type Row } from '../sql/index.ts';
import { areAlike, type Expectation, type ImportedScript } from './script.ts';

export interface Learned {
  /** What plans can start from, in pieces; none if nothing of it runs. */
  readonly pieces: readonly Plan[];
  readonly statements: number;
  /** Of these, those that plans can start from. */
  readonly usable: number;
  /** Expectations that could be compared with somebody. */
  readonly checked: number;
  readonly disagreements: readonly Disagreement[];
  /** The statement that ended the engine, by a panic or a hang. */
  readonly fatal: { readonly sql: string; readonly how: string } | null;
}

/** A test expects something else. */
export interface Disagreement {
  readonly line: number;
  readonly sql: string;
  readonly wanted: string;
  /** Who says otherwise: what the engine, the reference and the model give. */
  readonly given: Readonly<Partial<Record<Speaker, string>>>;
}

export type Speaker = 'engine' | 'reference' | 'model';

type Answers = ReadonlyMap<number, Outcome>;

export async function learned(
  { plan, expectations }: ImportedScript,
  engine: Engine,
  reference: Engine | null,
): Promise<Learned> {
  const own = await answersOf(plan, engine);
  const others = reference === null ? own : await answersOf(plan, reference);
  const predictions = await predictionsOf(plan);
  const steps = stepsOf(plan).map(({ step }) => step);
  const isUsable = (at: number): boolean => {
    const [outcome, answer] = [own.get(at), others.get(at)];
    if (outcome === undefined || answer === undefined || isFatalTo(outcome) || isFatalTo(answer))
      return false;
    if (isLacking(outcome) || (answer.kind === 'refused' && answer.class === 'syntax')) return false;
    const prediction = predictions.get(at);
    return prediction === undefined || !contradicts(prediction, answer);
  };
  const kept = await readSteps(steps.filter((step, at) => step.do === 'run' && isUsable(at)) as RunStep[]);
  const answers = { engine: own, reference: others, model: predictions };
  const judged = upToWrongReading(expectations.map((each) => judge(each, steps, answers)));
  const fatal = [...own].find(([, outcome]) => isFatalTo(outcome));
  return {
    pieces: piecesOf(plan, kept),
    statements: steps.filter((step) => step.do === 'run').length,
    usable: kept.length,
    checked: judged.filter((each) => each !== null).length,
    disagreements: judged.filter(
      (each) => each !== null && Object.keys(each.given).length > 0,
    ) as Disagreement[],
    fatal: fatal === undefined ? null : { sql: sqlOf(steps[fatal[0]]), how: formatOutcome(fatal[1])[0] },
  };
}

/** Where the reference says otherwise, something was left out or misread; what comes after it in the script is a consequence. */
function upToWrongReading(judged: readonly (Disagreement | null)[]): (Disagreement | null)[] {
  const first = judged.findIndex((each) => each?.given.reference !== undefined);
  return first < 0 ? [...judged] : judged.slice(0, first + 1);
}

function isFatalTo({ kind }: Outcome): boolean {
  return kind === 'panic' || kind === 'fuel';
}

function sqlOf(step: Step): string {
  return step.do === 'run' && step.statement.kind === 'raw' ? step.statement.sql : '';
}

async function answersOf(plan: Plan, engine: Engine): Promise<Answers> {
  const { records } = await execute(unrehearsed(plan), engine);
  return new Map(records.filter(({ test }) => test !== undefined).map(({ at, outcome }) => [at, outcome]));
}

/** What the model says of the statements, as far as it can follow. */
async function predictionsOf(plan: Plan): Promise<ReadonlyMap<number, Prediction>> {
  try {
    const { steps } = testOf((await readScript(plan)).plan);
    return new Map(
      steps.flatMap(({ at, prediction }) => (prediction === undefined ? [] : [[at, prediction] as const])),
    );
  } catch (error) {
    // A fault after a statement that it cannot follow.
    if (error instanceof DirtError) return new Map();
    throw error;
  }
}

/** Is the model wrong there? What it says of more statements of this kind is worth nothing. */
function contradicts(prediction: Prediction, answer: Outcome): boolean {
  if (prediction.kind === 'rows')
    return answer.kind !== 'rows' || !agree(prediction.rows, prediction.order, answer.rows);
  return prediction.kind === 'refused' && answer.kind === 'rows';
}

/** Pragmas that are taken in with a value. */
const TAKEN = new Set([
  'foreign_keys',
  'user_version',
  'cache_size',
  'table_info',
  'index_list',
  'wal_checkpoint',
]);

const PARAMETER = /\?|[:@$][A-Za-z_]/;

/** As trees. What means one thing or another, depending on what there is, is left out; so is what may do anything. */
async function readSteps(steps: readonly RunStep[]): Promise<Step[]> {
  const read = (await dialect.readers())();
  return steps.flatMap((step): Step[] => {
    const sql = sqlOf(step);
    // Nobody gives parameters their values.
    if (PARAMETER.test(sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ''))) return [];
    const found = read(sql);
    if ('problem' in found || found.asText !== undefined) return [];
    const { statement } = found;
    // What is attached is another file, which its suite has made before.
    if (statement.kind === 'attach' || (statement.kind === 'raw' && statement.unbounded)) return [];
    // How data is kept is up to the world of a plan.
    if (
      statement.kind === 'pragma' &&
      statement.value !== undefined &&
      !TAKEN.has(statement.name.toLowerCase())
    )
      return [];
    return [{ ...step, statement }];
  });
}

/** So many statements a plan can begin with and still have room. */
const MOST_IN_A_PIECE = 60;
const MOST_BEFORE_IT = 40;

/** What comes later in a long script begins with what has made its schema. */
function piecesOf(plan: Plan, steps: readonly Step[]): Plan[] {
  const pieces: Plan[] = [];
  for (let from = 0; from < steps.length; from += MOST_IN_A_PIECE) {
    const schema = steps.slice(0, from).filter(isOfSchema).slice(-MOST_BEFORE_IT);
    const own = [...schema, ...steps.slice(from, from + MOST_IN_A_PIECE)];
    const groups = own.map((step, id) => ({
      property: 'script',
      draws: {},
      steps: [step.do === 'run' ? { ...step, id } : step],
    }));
    pieces.push({ ...plan, groups });
  }
  return pieces;
}

function isOfSchema(step: Step): boolean {
  return step.do === 'run' && /^(create|alter|drop)/.test(step.statement.kind);
}

/** Null if nobody can be compared with it. */
function judge(
  { line, from, to, expects }: Expectation,
  steps: readonly Step[],
  { model, ...engines }: { engine: Answers; reference: Answers; model: ReadonlyMap<number, Prediction> },
): Disagreement | null {
  const given: Partial<Record<Speaker, string>> = {};
  let isChecked = false;
  const at = Array.from({ length: to - from }, (_, i) => from + i);
  const sql = at.map((each) => sqlOf(steps[each])).join('; ');
  const isOrdered = /\border\s+by\b/i.test(sql);
  for (const speaker of ['engine', 'reference'] as const) {
    const outcomes = at.map((each) => engines[speaker].get(each));
    if (outcomes.some((outcome) => outcome === undefined)) continue;
    // What an engine does not have is no disagreement.
    if (outcomes.some((outcome) => outcome !== undefined && isLacking(outcome)) && expects.kind !== 'refused')
      continue;
    isChecked = true;
    const other = otherThan(expects, outcomes as Outcome[], isOrdered);
    if (other !== null) given[speaker] = other;
  }
  const predicted = at.map((each) => said(model.get(each)));
  if (predicted.every((outcome) => outcome !== null)) {
    isChecked = true;
    const other = otherThan(expects, predicted as Outcome[], isOrdered);
    if (other !== null) given.model = other;
  }
  if (!isChecked) return null;
  return { line, sql, wanted: wantedBy(expects), given };
}

/** A prediction as an outcome, where it says all and the order of rows. */
function said(prediction: Prediction | undefined): Outcome | null {
  if (prediction?.kind === 'refused') return { ...prediction, kind: 'refused' } as Outcome;
  if (prediction?.kind !== 'rows') return null;
  if (prediction.order !== 'list' && prediction.rows.length > 1) return null;
  return { kind: 'rows', rows: prediction.rows, changes: null };
}

/** What was given instead; null if it is what is expected. */
function otherThan(
  expects: Expectation['expects'],
  outcomes: readonly Outcome[],
  isOrdered: boolean,
): string | null {
  const refused = outcomes.find((outcome) => outcome.kind !== 'rows');
  if (expects.kind === 'refused') return refused === undefined ? 'it works' : null;
  if (refused !== undefined) return formatOutcome(refused)[0];
  if (expects.kind === 'works') return null;
  const rows = outcomes.flatMap((outcome): readonly Row[] => (outcome.kind === 'rows' ? outcome.rows : []));
  const texts = expects.textsOf(rows);
  return areAlike(expects.texts, texts, isOrdered) ? null : shown(texts);
}

function wantedBy(expects: Expectation['expects']): string {
  switch (expects.kind) {
    case 'works':
      return 'it works';
    case 'refused':
      return 'a refusal';
    case 'rows':
      return shown(expects.texts);
  }
}

const MOST_SHOWN = 120;

function shown(texts: readonly string[]): string {
  const all = texts.map((text) => JSON.stringify(text)).join(' ') || 'no rows';
  return all.length > MOST_SHOWN ? `${all.slice(0, MOST_SHOWN)}…` : all;
}
