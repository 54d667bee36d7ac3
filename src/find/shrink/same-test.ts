// Which candidates are the same test: passes meet the same plan on different ways, and running it again tells nothing.

import type { RehearsedTest, TestStep } from '../../plan/index.ts';

/** The same for plans that do the same in the same world and expect the same, however their steps are grouped. */
export function keyOfTest({ world, steps }: RehearsedTest): string {
  return [world, ...steps.map(dataOf)].map((data) => JSON.stringify(data, writable)).join('\n');
}

/** A statement is known by its text, since that is what is run. */
function dataOf({ step, sql }: TestStep): object {
  if (step.do !== 'run') return step;
  const { statement, parentheses, spelling, id, source, ...rest } = step;
  return { ...rest, sql };
}

function writable(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
