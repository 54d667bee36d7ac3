// Past runs: bugs over time, by version, and where they were gone.

import type { PageData, PageRun } from '../../src/page/page-data.ts';
import { printRoute } from './address.ts';
import { Part } from './cause.tsx';
import { count, moment } from './parts.tsx';
import { Plot } from './plot.tsx';

const MOST_ROWS = 100;

export function History({ data }: { data: PageData }) {
  const runs = data.history.filter(({ when }) => !Number.isNaN(Date.parse(when)));
  if (runs.length === 0)
    return (
      <div class="overview">
        <h1>No run so far</h1>
        <p>
          Every <code>npx dirt run</code> leaves a line in the history, and this page plots them.
        </p>
      </div>
    );
  const times = runs.map(({ when }) => Date.parse(when) / 1000);
  return (
    <div class="overview history">
      <h1>{count(runs.length, 'run')}</h1>
      <div class="plots">
        <Plot
          title="Causes"
          times={times}
          series={[
            { name: 'all found so far', colour: 'quiet', values: foundSoFar(runs) },
            { name: 'failing', colour: 'data', values: runs.map((run) => run.new.length + run.known.length) },
            { name: 'gone', colour: 'good', values: runs.map((run) => run.gone.length) },
          ]}
        />
        <Plot
          title="Statements of a run"
          times={times}
          series={[
            { name: 'statements', colour: 'refusal', values: runs.map(({ statements }) => statements) },
          ]}
        />
      </div>
      <div class="two">
        <Part title="By version">
          <Versions runs={runs} />
        </Part>
        <Part title="Gone">
          <Gone runs={runs} known={new Map(data.causes.map(({ id, title }) => [id, title]))} />
        </Part>
      </div>
      <Part title="Runs" aside="the newest first">
        <div class="scroll">
          <table class="runs">
            <thead>
              <tr>
                {['when', 'engine', 'new', 'known', 'gone', 'statements', 'seconds', 'seed', 'commit'].map(
                  (name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {runs
                .toReversed()
                .slice(0, MOST_ROWS)
                .map((run, i) => (
                  <tr key={i}>
                    <td>{moment(run.when)}</td>
                    <td>
                      {run.engine}@{run.version}
                    </td>
                    <td class={run.new.length > 0 ? 'bad' : ''}>{run.new.length}</td>
                    <td>{run.known.length}</td>
                    <td class={run.gone.length > 0 ? 'good' : ''}>{run.gone.length}</td>
                    <td>{run.statements.toLocaleString('en')}</td>
                    <td>{Math.round(run.milliseconds / 1000)}</td>
                    <td>{run.seed}</td>
                    <td>{run.commit?.slice(0, 8) ?? ''}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </Part>
    </div>
  );
}

function foundSoFar(runs: readonly PageRun[]): number[] {
  const ids = new Set<string>();
  return runs.map((run) => {
    for (const id of [...run.new, ...run.known]) ids.add(id);
    return ids.size;
  });
}

function Versions({ runs }: { runs: readonly PageRun[] }) {
  const versions = new Map<string, Set<string>>();
  for (const { engine, version, new: found, known } of runs) {
    const name = `${engine}@${version}`;
    const ids = versions.get(name) ?? new Set();
    for (const id of [...found, ...known]) ids.add(id);
    versions.set(name, ids);
  }
  const most = Math.max(1, ...[...versions.values()].map(({ size }) => size));
  return (
    <ul class="bars plain">
      {[...versions].map(([name, ids]) => (
        <li key={name}>
          <span class="bar-name">{name}</span>
          <span class="bar-room">
            <span class="bar-fill severity-data" style={{ width: `${(100 * ids.size) / most}%` }} />
          </span>
          <b>{ids.size}</b>
        </li>
      ))}
    </ul>
  );
}

/** The version in which each passed first, and did not come back. */
function Gone({ runs, known }: { runs: readonly PageRun[]; known: ReadonlyMap<string, string> }) {
  const gone = new Map<string, string>();
  for (const run of runs) {
    for (const id of [...run.new, ...run.known]) gone.delete(id);
    for (const id of run.gone) if (!gone.has(id)) gone.set(id, run.version);
  }
  if (gone.size === 0) return <p class="nothing">nothing so far</p>;
  return (
    <ul class="gone">
      {[...gone].map(([id, version]) => (
        <li key={id}>
          {known.has(id) ? (
            <a class="mono" href={printRoute(['cause', id])}>
              {id}
            </a>
          ) : (
            <span class="mono">{id}</span>
          )}
          <span class="note">
            passes in {version}
            {known.has(id) ? `: ${known.get(id)}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
