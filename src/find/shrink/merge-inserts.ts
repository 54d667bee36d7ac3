// Makes one INSERT of two that follow each other, where both just list rows for the same columns of the same table.

import type { Plan, RunStep } from '../../plan/index.ts';
import type { Insert } from '../../sql/ast.ts';
import type { Pass } from './pass.ts';

interface Place {
  readonly group: number;
  readonly step: number;
}

export const mergeInserts: Pass = {
  name: 'merge inserts',
  *propose(plan) {
    let current = plan;
    for (let again = true; again; ) {
      again = false;
      for (const [first, second] of neighbours(current)) {
        const candidate = merged(current, first, second);
        if (candidate === null || !(yield candidate)) continue;
        current = candidate;
        again = true;
        break;
      }
    }
  },
};

/** Pairs of `run` steps with no step between them. */
function neighbours(plan: Plan): [Place, Place][] {
  const places = plan.groups.flatMap((group, g) => group.steps.map((_, s) => ({ group: g, step: s })));
  return places.slice(1).map((second, i) => [places[i], second]);
}

function merged(plan: Plan, first: Place, second: Place): Plan | null {
  const [a, b] = [stepAt(plan, first), stepAt(plan, second)];
  const [left, right] = [plainInsert(a), plainInsert(b)];
  if (a === null || left === null || right === null || a.on !== b?.on) return null;
  if (left.table !== right.table || String(left.columns) !== String(right.columns)) return null;
  const statement: Insert = {
    ...left,
    source: { kind: 'values', rows: [...rowsOf(left), ...rowsOf(right)] },
  };
  const groups = plan.groups.map((group, g) => ({
    ...group,
    steps: group.steps.flatMap((step, s) => {
      if (g === second.group && s === second.step) return [];
      return g === first.group && s === first.step ? [{ ...a, statement }] : [step];
    }),
  }));
  return { ...plan, groups: groups.filter(({ steps }) => steps.length > 0) };
}

function stepAt({ groups }: Plan, { group, step }: Place): RunStep | null {
  const found = groups[group].steps[step];
  return found.do === 'run' ? found : null;
}

/** Rows that were drawn belong to their group, so they stay where they are. */
function plainInsert(step: RunStep | null): Insert | null {
  const statement = step?.statement;
  if (statement?.kind !== 'insert' || statement.source.kind !== 'values') return null;
  const { conflict, upsert, returning, source } = statement;
  const isPlain = conflict === undefined && upsert === undefined && returning === undefined;
  return isPlain && source.rows.every((row) => Array.isArray(row)) ? statement : null;
}

function rowsOf({ source }: Insert): Extract<Insert['source'], { kind: 'values' }>['rows'] {
  return source.kind === 'values' ? source.rows : [];
}
