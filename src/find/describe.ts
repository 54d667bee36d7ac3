// A bug as lines of text: what the terminal, the Markdown report and the comments of repro.sql have in common.

import { formatOutcome, formatRows } from '../dialect/index.ts';
import {
  ASK_DIRECTIVE,
  connectionDirective,
  ESCAPES_DIRECTIVE,
  type Plan,
  skeletonOfCheck,
  statementDirectives,
  stepDirective,
  unrehearsed,
  worldDirectives,
} from '../plan/index.ts';
import type { Finding, JudgeName, Side, StepOutcome } from '../run/index.ts';
import { type Outcome, type Row, sameRow } from '../sql/index.ts';
import { bounded, escapedSql, visible } from '../visible.ts';
import type { Bug } from './bug.ts';

const MOST_ROWS = 8;
/** Of a message. */
const MOST_LINES = 20;

/** A line of SQL, or a line about it. */
export interface Line {
  readonly kind: 'sql' | 'directive' | 'result' | 'failure';
  readonly text: string;
}

export interface Described {
  readonly plan: Plan;
  readonly finding: Finding;
  /** What the engine did with the plan. */
  readonly outcomes: readonly StepOutcome[];
}

/** The plan as a script with what each statement gave, and at its end what is wrong. */
export function describeSteps({ plan, finding, outcomes }: Described): Line[] {
  const lines: Line[] = worldDirectives(plan.world).map((text) => ({ kind: 'directive', text }));
  const outcomeAt = new Map(outcomes.map(({ at, outcome }) => [at, outcome]));
  let on = 0;
  const steps = [...unrehearsed(plan).steps];
  for (const { at, step, sql } of steps) {
    if (step.do === 'run') {
      if (step.on !== on) {
        on = step.on;
        lines.push({ kind: 'directive', text: connectionDirective(on) });
      }
      lines.push(...statementDirectives(step).map((text): Line => ({ kind: 'directive', text })));
      lines.push(...sqlLines(sql ?? ''));
      const outcome = outcomeAt.get(at);
      if (outcome) lines.push(...formatOutcome(outcome, MOST_ROWS).map((text) => lineOf('result', text)));
    } else {
      const directive = stepDirective(step);
      if (directive !== null) lines.push({ kind: 'directive', text: directive });
    }
    if (at === finding.at)
      lines.push(...describeFailure(finding, 'source' in step ? step.source : undefined));
  }
  if (finding.at < 0 || finding.at >= steps.length) lines.push(...describeFailure(finding));
  return lines;
}

/** The statements, and in comments what they gave and what is wrong. */
export function commentedScript(described: Described): string {
  return describeSteps(described)
    .map(({ kind, text }) => (kind === 'sql' || kind === 'directive' ? text : comment(text)))
    .join('\n');
}

function comment(text: string): string {
  return text
    .split('\n')
    .map((line) => `--   ${visible(line)}`)
    .join('\n');
}

/** What is about a statement: bug.json has all that was said. */
function lineOf(kind: 'result' | 'failure', text: string): Line {
  const lines = text.split('\n');
  const more = lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more lines`] : [];
  return { kind, text: bounded([...lines.slice(0, MOST_LINES), ...more].join('\n')) };
}

/** A statement on one line, in which nothing is hidden. */
function sqlLines(sql: string): Line[] {
  const escaped = escapedSql(sql);
  if (escaped === null) return [{ kind: 'sql', text: `${sql};` }];
  return [
    { kind: 'directive', text: ESCAPES_DIRECTIVE },
    { kind: 'sql', text: `${escaped};` },
  ];
}

/** `source` is where the property's text says what failed. */
function describeFailure(finding: Finding, source?: string): Line[] {
  const look: Line[] = finding.look ? sqlLines(finding.look) : [];
  if (finding.judge === 'sqliteOpensIt') look.unshift({ kind: 'directive', text: ASK_DIRECTIVE });
  const texts = [finding.message];
  if (finding.check) texts.push(`check: ${skeletonOfCheck(finding.check)}`);
  if (source !== undefined) texts.push(`written in ${source}`);
  const { expected, actual } = finding;
  // What both begin with says nothing, and could be all that is shown.
  const alike = expected && actual ? rowsAlike(rowsOf(expected), rowsOf(actual)) : 0;
  if (expected) texts.push(...describeSide('expected', expected, alike));
  if (actual && expected) texts.push(...describeSide('actual', actual, alike));
  return [...look, ...texts.map((text) => lineOf('failure', text))];
}

function rowsOf(side: Side): readonly Row[] {
  if (side.kind === 'rows') return side.rows;
  return side.kind === 'outcome' && side.outcome.kind === 'rows' ? side.outcome.rows : [];
}

/** How many rows at the beginning are left out because they are the same: none if the difference can be seen anyway. */
function rowsAlike(expected: readonly Row[], actual: readonly Row[]): number {
  const first = expected.findIndex((row, i) => i >= actual.length || !sameRow(row, actual[i]));
  const alike = first < 0 ? expected.length : first;
  return alike < MOST_ROWS ? 0 : alike;
}

function withoutAlike(rows: readonly Row[], alike: number): string[] {
  const note = alike === 0 ? [] : [`… ${alike} rows that are the same`];
  return [...note, ...formatRows(rows.slice(alike), MOST_ROWS)];
}

function describeSide(name: string, side: Side, alike: number): string[] {
  switch (side.kind) {
    case 'text':
      return [`${name}: ${side.text}`];
    case 'rows': {
      const rows = withoutAlike(side.rows, alike);
      return [
        `${name}: ${side.rows.length === 1 ? '1 row' : `${side.rows.length} rows`}`,
        ...rows.map((row) => `  ${row}`),
      ];
    }
    case 'outcome':
      return [`${name}:`, ...outcomeLines(side.outcome, alike).map((text) => `  ${text}`)];
  }
}

function outcomeLines(outcome: Outcome, alike: number): string[] {
  return outcome.kind === 'rows' ? withoutAlike(outcome.rows, alike) : formatOutcome(outcome, MOST_ROWS);
}

/** What makes the smallest plan pass; null if nothing is known to. */
export function describeNeeds({ needs = [] }: Pick<Bug, 'needs'>): string | null {
  return needs.length === 0 ? null : `goes away without ${needs.join(', or without ')}`;
}

/** Who is wrong, and who says so. */
export function describeVote({
  kind,
  signature,
  outvoted,
  arbiter,
}: Pick<Bug, 'kind' | 'signature' | 'arbiter' | 'outvoted'>): string {
  switch (outvoted) {
    case 'engine':
      // They need not agree what it gives, and may even refuse it.
      if (kind === 'panic' || kind === 'hang')
        return `the engine is alone with it: ${arbiter ?? 'the reference'} comes to an end`;
      // Where the model has nothing to say, the seconder has.
      if (signature.split('/')[1] === ('reference' satisfies JudgeName))
        return `the engine is outvoted by ${arbiter ?? 'the reference'}; the model does not know the answer`;
      return `the engine is outvoted: ${arbiter ?? 'the reference'} and the model agree with each other`;
    case 'model':
      return `the model is outvoted by ${arbiter ?? 'the reference'}: this is a bug of DIRT, not of the engine`;
    case 'unconfirmed':
      return arbiter === undefined
        ? 'unconfirmed: no other engine was asked'
        : `unconfirmed: ${arbiter} ran out of fuel on the plan, too`;
  }
}
