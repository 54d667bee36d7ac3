// A plan on the model, with its tables after each step that may change them.

import type { TableView } from '../dialect/index.ts';
import { isVeto, type Plan, placed, Rehearsal, type TestStep, unrehearsed } from '../plan/index.ts';
import type { Row } from '../sql/index.ts';
import { mayChangeTables } from './looks.ts';

export interface ModelTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Null if the model does not know what it holds. */
  readonly rows: readonly Row[] | null;
}

export interface ModelStep {
  readonly test: TestStep;
  /** As the connection of the step sees them; undefined if the step changes none, or the model has nothing to say. */
  readonly tables?: readonly ModelTable[];
  /** Another state is possible. */
  readonly isForked: boolean;
}

/** Tables beyond these are not shown. */
const MOST_TABLES = 8;

export function modelSteps(plan: Plan): ModelStep[] {
  const rehearsal = new Rehearsal();
  let isTold = true;
  return [...unrehearsed(plan).steps].map((bare): ModelStep => {
    const rehearsed = isTold ? rehearsal.step(bare.step, bare.group.draws) : undefined;
    if (rehearsed === undefined || isVeto(rehearsed)) {
      isTold = false;
      return { test: bare, isForked: false };
    }
    const test = placed(rehearsed, bare.group, bare.at);
    const { isForked } = rehearsal;
    if (!mayChangeTables(test)) return { test, isForked };
    const on = test.step.do === 'run' ? test.step.on : 0;
    return { test, isForked, tables: rehearsal.view(on).tables.slice(0, MOST_TABLES).map(modelTable) };
  });
}

function modelTable(table: TableView): ModelTable {
  return {
    name: table.name,
    columns: table.columns.map(({ name }) => name),
    rows: table.knowledge === 'exact' ? [...table.rows()] : null,
  };
}
