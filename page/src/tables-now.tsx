// The tables after a step, as the model has them beside those of the engine: what the step changed, and what differs.

import { useMemo } from 'preact/hooks';
import type { RecordedRun, RecordedTable } from '../../src/recording/recording.ts';
import { Part } from './cause.tsx';
import { marked, unmatched } from './diff.ts';
import { count, Rows } from './parts.tsx';
import { tablesAfter } from './timeline.ts';

export function TablesNow({ run, index, engine }: { run: RecordedRun; index: number; engine: string }) {
  const now = useMemo(() => tablesAfter(run, index), [run, index]);
  const before = useMemo(() => tablesAfter(run, index - 1), [run, index]);
  const changed = new Set((run.steps[index].tables ?? []).map(({ name }) => name));
  const tables = [...now.values()].sort((a, b) => rank(b, changed) - rank(a, changed));
  if (tables.length === 0) return null;
  return (
    <Part title="Tables after it" aside="what this step changed has a bar; what differs is coloured">
      {tables.map((table) => (
        <TableNow
          key={table.name}
          table={table}
          before={before.get(table.name)}
          isChanged={changed.has(table.name)}
          engine={engine}
        />
      ))}
    </Part>
  );
}

function rank({ name, differs }: RecordedTable, changed: ReadonlySet<string>): number {
  return (differs ? 2 : 0) + (changed.has(name) ? 1 : 0);
}

function TableNow({
  table,
  before,
  isChanged,
  engine,
}: {
  table: RecordedTable;
  before: RecordedTable | undefined;
  isChanged: boolean;
  engine: string;
}) {
  const { name, columns, model, engine: said, differs } = table;
  const engineRows = said.rows?.rows ?? [];
  const [left, right] = marked(model?.rows ?? [], model === null ? [] : engineRows, true);
  const alone = engineRows.map((cells) => ({ cells, mark: 'same' as const, differing: new Set<number>() }));
  const newIn = (rows: readonly (readonly string[])[], old: readonly (readonly string[])[] | undefined) =>
    isChanged ? unmatched(rows, old ?? []) : new Set<number>();
  return (
    <details class="table-now" open={isChanged || differs}>
      <summary>
        <b class="mono">{name}</b>
        <span class="note">{count(engineRows.length + (said.rows?.more ?? 0), 'row')}</span>
        {differs && <span class="flag">≠ differs</span>}
      </summary>
      <div class="sides">
        <section class="side expected">
          <h4>the model</h4>
          {model === null ? (
            <p class="nothing">the model does not know</p>
          ) : (
            <Rows
              rows={left}
              columns={columns}
              more={model.more}
              changed={newIn(model.rows, before?.model?.rows)}
            />
          )}
        </section>
        <section class="side actual">
          <h4>{engine}</h4>
          {said.kind === 'rows' ? (
            <Rows
              rows={model === null ? alone : right}
              columns={columns}
              more={said.rows?.more}
              changed={newIn(engineRows, before?.engine.rows?.rows)}
            />
          ) : (
            <p class="words wrong">{said.text}</p>
          )}
        </section>
      </div>
    </details>
  );
}
