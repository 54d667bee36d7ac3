// What was written before the failure, as one INSERT per table of the rows that are there then. Most wrong answers depend on what tables hold
// and not on how it came there, so that one candidate takes the place of nearly all others.

import type { DatabaseView, TableView } from '../../dialect/index.ts';
import { type Group, type Plan, type RunStep, type Step, viewAfter } from '../../plan/index.ts';
import type { Statement } from '../../sql/ast.ts';
import { literal } from '../../sql/build.ts';
import { classOf, type StatementClass } from '../../sql/index.ts';
import { stepMaker } from '../counterfactuals/edits.ts';
import { withoutEmptyGroups } from './drop-groups.ts';
import { relatedPart } from './drop-unrelated.ts';
import type { Pass } from './pass.ts';

export const fillTables: Pass = {
  name: 'fill tables with the rows that they hold',
  *propose(plan) {
    const ofRelated = filledRelated(plan);
    if (ofRelated !== null && (yield ofRelated)) return;
    const filled = filledPlan(plan);
    if (filled !== null) yield filled;
  },
};

/** The same of what is about the tables of the failure; null if that is all. */
export function filledRelated(plan: Plan): Plan | null {
  const related = relatedPart(plan);
  return related && filledPlan(related);
}

/** What makes tables what they are, but for their rows. */
const KEPT: ReadonlySet<StatementClass> = new Set(['schema', 'pragma', 'attachment'] as const);

/** The plan with its last group as it is; null if nothing before it would become shorter, or the model does not know all rows. */
export function filledPlan(plan: Plan): Plan | null {
  const last = plan.groups.at(-1);
  if (last === undefined) return null;
  const before = plan.groups.slice(0, -1);
  const view = viewAfter({ ...plan, groups: before });
  if (view === null) return null;
  const own = view.tables.filter(({ attached }) => !attached);
  if (own.some(({ knowledge }) => knowledge !== 'exact')) return null;
  const tables = own.filter(({ rowCount }) => rowCount > 0);
  const [kept, triggers] = schemaIn(before, view);
  const length = (groups: readonly Group[]) => groups.reduce((sum, { steps }) => sum + steps.length, 0);
  if (length(kept) + length(triggers) + tables.length >= length(before)) return null;
  const like = before.flatMap(({ steps }) => steps).find(isWrite);
  if (like === undefined) return null;
  const made = stepMaker(plan);
  const steps = tables.map((table) => made(like, insertAll(table)));
  const filling: Group = { property: last.property, draws: {}, steps };
  return withoutEmptyGroups({ ...plan, groups: [...kept, filling, ...triggers, last] });
}

/** The steps that are kept, and apart those that make triggers which are there at the end: they must not fire while tables are filled. */
function schemaIn(groups: readonly Group[], { triggers }: DatabaseView): [Group[], Group[]] {
  const standing = new Set(triggers.map(({ name }) => name));
  const isTrigger = (step: Step): boolean =>
    step.do === 'run' && step.statement.kind === 'createTrigger' && standing.has(step.statement.name);
  const isKept = (step: Step): boolean => step.do === 'run' && KEPT.has(classOf(step.statement));
  const only = (keeps: (step: Step) => boolean) =>
    groups.map((group) => ({ ...group, steps: group.steps.filter(keeps) }));
  return [only((step) => isKept(step) && !isTrigger(step)), only(isTrigger)];
}

function isWrite(step: Step): step is RunStep {
  return step.do === 'run' && classOf(step.statement) === 'write';
}

function insertAll({ name, columns, rows }: TableView): Statement {
  const isGiven = columns.map(({ generated }) => !generated);
  const isWhole = isGiven.every(Boolean);
  return {
    kind: 'insert',
    table: name,
    ...(!isWhole && { columns: columns.filter((_, i) => isGiven[i]).map((column) => column.name) }),
    source: {
      kind: 'values',
      rows: [...rows()].map((row) => row.filter((_, i) => isGiven[i]).map(literal)),
    },
  };
}
