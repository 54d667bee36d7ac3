// A SQL script as a plan, so that scripts and plans run in the same way.

import { DirtError } from '../errors.ts';
import { unescapedSql } from '../visible.ts';
import { DEFAULT_WORLD, type StatementFaults, type WorldSpec } from '../world/index.ts';
import type { StepId } from './check.ts';
import { parseDirective } from './directive.ts';
import { type Group, PLAN_FORMAT, type Plan, type RunStep, type Step } from './plan.ts';
import { splitScript } from './split-script.ts';

/** The steps of a script; the model is not asked about any of them. What the script does not say of the world is as in `base`. */
export function planOfScript(script: string, fuel: number, base: WorldSpec = DEFAULT_WORLD): Plan {
  let world = base;
  let on = 0;
  let pending: StatementFaults & Pick<RunStep, 'leftAfter'> = {};
  /** The statements that were left, by their names. */
  const left = new Map<string, StepId>();
  let named: string | null = null;
  let isAsked = false;
  let hasEscapes = false;
  const steps: Step[] = [];
  for (const part of splitScript(script)) {
    const sql = part.kind === 'comment' ? '' : hasEscapes ? unescapedSql(part.sql) : part.sql;
    if (part.kind === 'statement') hasEscapes = false;
    if (part.kind === 'statement' && isAsked) {
      steps.push({ do: 'askSqlite', sql });
      isAsked = false;
      continue;
    }
    if (part.kind === 'statement') {
      if (named !== null) left.set(named, steps.length);
      named = null;
      steps.push({
        do: 'run',
        id: steps.length,
        on,
        statement: { kind: 'raw', sql, changes: [] },
        expect: 'any',
        fuel,
        ...pending,
      });
      pending = {};
      continue;
    }
    const directive = parseDirective(part.text, part.line);
    switch (directive?.kind) {
      case 'world':
        if (steps.length > 0) throw misplaced(part.line);
        world = { ...world, ...directive.world };
        break;
      case 'connection':
        on = directive.on;
        break;
      case 'step':
        steps.push(directive.step);
        break;
      case 'escapes':
        hasEscapes = true;
        break;
      case 'ask':
        isAsked = true;
        break;
      case 'start':
        named = directive.name;
        pending = { ...pending, leftAfter: directive.steps };
        break;
      case 'resume':
        steps.push({
          do: 'resume',
          of: left.get(directive.name) ?? notStarted(part.line),
          how: directive.how,
        });
        break;
      case 'statement':
        pending = { ...pending, ...directive.change };
        break;
    }
  }
  return planOfSteps(steps, world);
}

/** A statement of a connection. */
export interface TextOn {
  readonly sql: string;
  readonly on: number;
}

/** The same for statements one by one, and faults between them. */
export function planOfStatements(
  statements: readonly (TextOn | Step)[],
  fuel: number,
  world: WorldSpec = DEFAULT_WORLD,
): Plan {
  const steps = statements.map((each, id): Step => {
    if (!('on' in each && 'sql' in each)) return each;
    const { sql, on } = each;
    return { do: 'run', id, on, statement: { kind: 'raw', sql, changes: [] }, expect: 'any', fuel };
  });
  return planOfSteps(steps, world);
}

function planOfSteps(steps: readonly Step[], world: WorldSpec): Plan {
  const group: Group = { property: 'script', draws: {}, steps };
  return {
    format: PLAN_FORMAT,
    seed: '0',
    index: 0,
    made: { dirt: '', profile: '', ledger: '' },
    world,
    groups: [group],
  };
}

function notStarted(line: number): never {
  throw new DirtError(
    'DIRT_SCRIPT_DIRECTIVE',
    `line ${line}: no statement of that name was left`,
    'write `-- dirt: start <name> <steps>` before the statement that this is about',
  );
}

function misplaced(line: number): DirtError {
  return new DirtError(
    'DIRT_SCRIPT_DIRECTIVE',
    `line ${line}: the world is made before the first statement`,
    'move this directive to the top of the script',
  );
}
