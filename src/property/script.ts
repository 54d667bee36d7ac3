// A script as a property: it runs in tables of its own, among everything else that a plan does to the database.

import { DirtError } from '../errors.ts';
import { planOfScript, readScript, stepsOf } from '../plan/index.ts';
import type { Drop, Statement } from '../sql/ast.ts';
import { mapNames } from '../sql/index.ts';
import { type Property, type PropertyDetails, property } from './property.ts';

/** How much work a statement of a script may do is decided when it runs. */
const ANY_FUEL = 1;

/**
 * A property that runs a script: statements with `;` after each. What the script creates has other names in every run, and is dropped at
 * the end; a transaction that it leaves open is committed. The model says what each statement must give, or that it must be refused.
 */
export async function script(name: string, details: PropertyDetails, sql: string): Promise<Property> {
  const { plan, lost, unread } = await readScript(planOfScript(sql, ANY_FUEL));
  // What is text would keep its names.
  const unfollowed = unread[0] ?? lost;
  if (unfollowed !== null)
    throw unfit(name, `the model cannot follow ${unfollowed.sql} (${unfollowed.reason})`);
  const steps = stepsOf(plan).map(({ step }) => {
    if (step.do === 'run' && step.on === 0) return step;
    throw unfit(name, 'it has directives');
  });
  if (steps.length === 0) throw unfit(name, 'there is no statement in it');
  const created = steps.flatMap(({ statement }) => namesCreatedBy(statement));
  const made = property(name, details, ({ gen, run, expectRefusal, db }) => {
    const names = new Map(created.map((old) => [old, gen.tableName()]));
    for (const { statement, expect } of steps) {
      const own = mapNames('statement', statement, (old, of) =>
        of === 'column' || of === 'function' ? old : (names.get(old) ?? old),
      );
      if (typeof expect === 'object') expectRefusal(expect.refused, own);
      else run(own, { undetermined: expect === 'any' });
    }
    if (db.view.inTransaction) run({ kind: 'commit' });
    const left = new Set(names.values());
    for (const view of db.view.views) if (left.has(view.name)) run(drop('VIEW', view.name));
    for (const table of db.view.tables) if (left.has(table.name)) run(drop('TABLE', table.name));
  });
  return Object.freeze({ ...made, isScript: true });
}

function namesCreatedBy(statement: Statement): string[] {
  switch (statement.kind) {
    case 'createTable':
    case 'createTableAs':
    case 'createIndex':
    case 'createView':
    case 'createTrigger':
      return [statement.name];
    case 'alterTable':
      return statement.action.kind === 'renameTable' ? [statement.action.to] : [];
    default:
      return [];
  }
}

function drop(what: Drop['what'], name: string): Statement {
  return { kind: 'drop', what, name };
}

function unfit(name: string, problem: string): DirtError {
  return new DirtError(
    'DIRT_PROPERTY_SCRIPT',
    `the script of the property ${name} cannot be one: ${problem}`,
    'leave that out, or write the property as a function: docs/config.md',
  );
}
