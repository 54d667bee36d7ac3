// `--expect`: what the last statement of a script must do, in the words of whoever knows better than the model and the reference, or where they know nothing.

import { dialect } from '../../dialect/index.ts';
import { classify, type Engine, titleOf } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { readText } from '../../files/index.ts';
import { type Demand, demanding, type Plan, testOf } from '../../plan/index.ts';
import { examine, failuresOf, type Referee } from '../../run/index.ts';
import type { Row } from '../../sql/index.ts';
import { printError } from '../console.ts';

export const DEMAND_FORMS = 'works, refused, refused:<text of the message>, or rows:<file>';

async function demandIn(text: string): Promise<Demand> {
  if (text === 'works') return { kind: 'works' };
  if (text === 'refused') return { kind: 'refused', class: 'other' };
  const [, what, rest = ''] = /^(refused|rows):(.+)$/s.exec(text) ?? [];
  if (what === 'refused') return { kind: 'refused', says: rest, class: classify(rest).class };
  if (what === 'rows') return { kind: 'rows', rows: await rowsIn(rest) };
  throw new DirtError(
    'DIRT_USAGE',
    `--expect "${text}" is none of: ${DEMAND_FORMS}`,
    "e.g. --expect 'refused:UNIQUE constraint'",
  );
}

/** A row per line, as `dirt sql` prints them: values of SQL with ` | ` in between. */
async function rowsIn(file: string): Promise<Row[]> {
  const read = (await dialect.readers())();
  const lines = readText(file).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, at) => {
    const values = line.trim().match(/(?:'(?:[^']|'')*'|[^'|]|\|(?! )|(?<! )\|)+/g) ?? [];
    const statement = read(`SELECT ${values.join(', ')}`);
    const prediction =
      'problem' in statement
        ? undefined
        : dialect.model.predict(dialect.model.empty(), 0, statement.statement).prediction;
    if (prediction?.kind === 'rows') return prediction.rows[0];
    throw new DirtError(
      'DIRT_USAGE',
      `${file}, line ${at + 1} is no row: ${line}`,
      "write values as in SQL with | in between, such as 1 | 'a' | NULL, as `dirt sql` prints rows",
    );
  });
}

/** The plan with what is demanded of its last statement. A reference that does not do it either cannot tell whether it must still be done. */
export async function withDemand(
  script: Plan,
  text: string,
  referee: Referee,
): Promise<{ plan: Plan; referee: Referee; keepsOutcome: boolean }> {
  const plan = demanding(script, await demandIn(text));
  const { reference, opener } = referee;
  if (reference === null) return { plan, referee, keepsOutcome: true };
  if (failuresOf(await examine(testOf(plan), reference, { opener })).length === 0)
    return { plan, referee, keepsOutcome: false };
  printError(
    `dirt: ${titleOf(reference as Engine)} does not do what is expected either, so what the engine gives stays the same while the script shrinks`,
  );
  return { plan, referee: { ...referee, reference: null, third: null }, keepsOutcome: true };
}
