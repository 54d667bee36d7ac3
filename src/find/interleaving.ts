// How the statements of a plan interleave, as a table with one column per connection: what is left open stands as a line until it ends.

import type { StepId } from '../plan/index.ts';
import { nameOfLeft, stepDirective, type TestStep, unrehearsed } from '../plan/index.ts';
import { visible } from '../visible.ts';
import type { Described } from './describe.ts';

const WIDEST = 44;
const GAP = '  ';

interface Cell {
  readonly on: number;
  readonly text: string;
}

/** Lines of text; null if there is one connection and nothing is left open, so that the script tells all. */
export function interleavingOf({ plan, finding, outcomes }: Described): string[] | null {
  const steps = [...unrehearsed(plan).steps];
  const left = new Map<StepId, number>();
  for (const { step } of steps)
    if (step.do === 'run' && step.leftAfter !== undefined) left.set(step.id, step.on);
  const connections = 1 + Math.max(0, ...steps.map(({ step }) => ('on' in step ? Number(step.on) : 0)));
  if (connections === 1 && left.size === 0) return null;
  const used = new Set(steps.flatMap((test) => cellOf(test, left)?.on ?? []));
  const columns = Array.from({ length: connections }, (_, on) => on).filter((on) => used.has(on));
  const isOpen = new Set<StepId>();
  const outcomeAt = new Map(outcomes.map(({ at, outcome }) => [at, outcome]));
  const rows = steps.flatMap((test): string[][] => {
    const cell = cellOf(test, left);
    if (cell === null) return [];
    const open = [...isOpen].filter((id) => left.get(id) !== cell.on);
    const row = columns.map((on) =>
      on === cell.on
        ? short(cell.text)
        : open
            .filter((id) => left.get(id) === on)
            .map((id) => `│ ${nameOfLeft(id)}`)
            .join(' '),
    );
    const { step } = test;
    const outcome = outcomeAt.get(test.at);
    if (step.do === 'run' && step.leftAfter !== undefined) isOpen.add(step.id);
    if (step.do === 'resume' && outcome?.kind === 'rows' && !outcome.isOpen && step.how.kind !== 'reset')
      isOpen.delete(step.of);
    return [[test.at === finding.at ? '!' : '', ...row]];
  });
  const head = ['', ...columns.map((on) => `connection ${on + 1}`)];
  return aligned([head, ...rows]);
}

function cellOf({ step, sql }: TestStep, left: ReadonlyMap<StepId, number>): Cell | null {
  switch (step.do) {
    case 'run':
      return {
        on: step.on,
        text: step.leftAfter === undefined ? (sql ?? '') : `┌ ${nameOfLeft(step.id)}: ${sql}`,
      };
    case 'resume': {
      const { of, how } = step;
      const mark = how.kind === 'finish' || how.kind === 'abandon' ? '└' : '├';
      const steps = how.kind === 'advance' ? ` ${how.steps}` : '';
      return { on: left.get(of) ?? 0, text: `${mark} ${nameOfLeft(of)}: ${how.kind}${steps}` };
    }
    case 'assert':
      return null;
    default:
      return { on: 'on' in step ? Number(step.on) : 0, text: stepDirective(step) ?? `-- ${step.do}` };
  }
}

function short(text: string): string {
  const shown = visible(text);
  return shown.length > WIDEST ? `${shown.slice(0, WIDEST - 1)}…` : shown;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]))
      .join(GAP)
      .trimEnd(),
  );
}
