// A campaign, live: start and stop, plots over time, and its events as they come.

import { useMemo, useState } from 'preact/hooks';
import type { PageData } from '../../src/page/page-data.ts';
import type { Point } from '../../src/ui/news.ts';
import { Part } from './cause.tsx';
import { count } from './parts.tsx';
import { Plot } from './plot.tsx';
import { ask, type Live } from './server.ts';

const FIELDS = [
  { name: 'engine', hint: 'turso@0.7.2' },
  { name: 'budget', hint: '60s, 5m …' },
  { name: 'plans', hint: 'any number' },
  { name: 'workers', hint: 'one per core' },
  { name: 'seed', hint: 'drawn' },
  { name: 'profile', hint: 'a mixture' },
] as const;

const NOW_SECONDS = 5;

export function Campaign({ live, data }: { live: Live; data: PageData }) {
  const { points, events, isRunning, command, ended } = live;
  const [problem, setProblem] = useState('');
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = Object.fromEntries([...form].filter(([, value]) => value !== ''));
    setProblem('');
    await ask('/api/start', given).catch((error: Error) => setProblem(error.message));
  };
  const last = points.at(-1);
  const times = points.map(({ seconds }) => seconds);
  const titles = useMemo(() => new Map(data.causes.map(({ id, title }) => [id, title])), [data]);
  const lines = linesOf(events, titles);
  const told = isRunning ? events.map(doingNow).filter((line) => line !== null) : [];
  const doing = isRunning && events.length === 0 ? ['starting …'] : told;
  return (
    <div class="overview campaign">
      <h1>{isRunning ? 'A campaign is running' : 'No campaign is running'}</h1>
      {command === null ? (
        <p class="note">
          An empty field stands for its default, as in <code>npx dirt run</code>. What is found comes into the
          list of causes.
        </p>
      ) : (
        <p class="note">
          <code>{command}</code> {!isRunning && ended === 'ended' && ended}
        </p>
      )}
      {!isRunning && ended !== null && ended !== 'ended' && <p class="verdict">{ended}</p>}
      <form class="start" onSubmit={start}>
        {FIELDS.map(({ name, hint }) => (
          <label key={name}>
            {name}
            <input type="text" name={name} placeholder={hint} disabled={isRunning} autocomplete="off" />
          </label>
        ))}
        {isRunning ? (
          <button type="button" class="button primary" onClick={() => void ask('/api/stop', {})}>
            Stop
          </button>
        ) : (
          <button type="submit" class="button primary">
            Start
          </button>
        )}
      </form>
      {problem !== '' && <p class="verdict">{problem}</p>}
      {doing.length > 0 && (
        <ul class="doing" aria-live="polite">
          {doing.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {(last || lines.length > 0) && (
        <div class="watched">
          {last && (
            <div class="plots">
              <Plot
                title="Speed"
                isElapsed
                times={times}
                series={[
                  { name: 'statements/s now', colour: 'refusal', values: ratesOf(points) },
                  {
                    name: 'on average',
                    colour: 'quiet',
                    values: points.map((each) => each.statementsPerSecond),
                  },
                ]}
              />
              <Plot
                title="Plans"
                isElapsed
                times={times}
                series={[{ name: 'plans', colour: 'accent', values: points.map((each) => each.plans) }]}
              />
              <Plot
                title="Found"
                isElapsed
                times={times}
                series={[
                  { name: 'new causes', colour: 'data', values: points.map((each) => each.newCauses) },
                  {
                    name: 'findings of known ones',
                    colour: 'answer',
                    values: points.map((each) => each.knownFindings),
                  },
                ]}
              />
              <Plot
                title="Time of the workers"
                isElapsed
                times={times}
                unit=" %"
                series={[
                  { name: 'in the engine', colour: 'good', values: points.map((each) => each.inEngine) },
                  {
                    name: 'looking into failures',
                    colour: 'crash',
                    values: points.map((each) => each.looking),
                  },
                ]}
              />
              <Plot
                title="Reached"
                isElapsed
                times={times}
                series={[
                  {
                    name: 'features',
                    colour: 'refusal',
                    values: points.map((each) => each.featuresUsed),
                    of: last.featuresUsable,
                  },
                  {
                    name: 'properties checked',
                    colour: 'accent',
                    values: points.map((each) => each.propertiesChecked),
                  },
                ]}
              />
            </div>
          )}
          <Part title="Events" aside="the newest first">
            <ol class="events">
              {lines.toReversed().map((line, i) => (
                <li key={lines.length - i}>{line}</li>
              ))}
            </ol>
          </Part>
        </div>
      )}
    </div>
  );
}

interface Told {
  readonly event?: string;
  readonly isNew?: boolean;
  readonly bug?: { readonly id: string; readonly message: string; readonly severity: string };
  readonly [field: string]: unknown;
}

/** Statements per second in the last seconds: they are told plan by plan. */
function ratesOf(points: readonly Point[]): number[] {
  let from = 0;
  return points.map(({ seconds, statements }) => {
    while (points[from].seconds < seconds - NOW_SECONDS) from++;
    const before = points[from - 1] ?? { seconds: 0, statements: 0 };
    return Math.round((statements - before.statements) / Math.max(0.001, seconds - before.seconds));
  });
}

/** What goes on before the first plan, and what is being shrunk. */
function doingNow(event: object, i: number, all: readonly object[]): string | null {
  const told = event as Told;
  if (told.event === 'shrinking')
    return `shrinking plan ${told.index}: ${told.before} → ${told.statements} statements`;
  return told.event === 'starting' && i === all.length - 1 ? `${told.doing} …` : null;
}

/** Known bugs are tried again first, and tell nothing one by one. */
function linesOf(events: readonly object[], titles: ReadonlyMap<string, string>) {
  const failing = events.filter((event) => (event as Told).event === 'stillFails').length;
  return [
    ...(failing === 0 ? [] : [`${count(failing, 'known bug')} still ${failing === 1 ? 'fails' : 'fail'}`]),
    ...events.map((event) => lineOf(event, titles)).filter((line) => line !== null),
  ];
}

function lineOf(event: object, titles: ReadonlyMap<string, string>) {
  const told = event as Told;
  const { bug } = told;
  switch (told.event) {
    case 'bug':
      return bug === undefined ? null : (
        <a href={`#/cause/${encodeURIComponent(bug.id)}`} class={told.isNew ? 'new' : ''}>
          {told.isNew ? 'new bug' : 'again'} <b class="mono">{bug.id}</b> {titles.get(bug.id) ?? bug.message}
        </a>
      );
    case 'start':
      return `${told.engine} ${told.version} against ${told.against ?? 'the model alone'}, seed ${told.seed}`;
    case 'passes':
      return `passes now: ${named(bug, titles)}`;
    case 'workerLost':
      return `plan ${told.index}: ${told.reason}`;
    case 'broken':
      return `plan ${told.index}: a bug of DIRT itself`;
    case 'summary':
      return `${told.ended}: ${count(Number(told.plans), 'plan')}, ${count(Number(told.statements), 'statement')}, ${count(Number(told.newBugs), 'new bug')}`;
    default:
      return null;
  }
}

function named(bug: Told['bug'], titles: ReadonlyMap<string, string>): string {
  return bug === undefined ? '' : `${bug.id} ${titles.get(bug.id) ?? ''}`;
}

/** What replays and bisections of a cause print. */
export function Outputs({ live, of }: { live: Live; of: string }) {
  const own = [...live.outputs].filter(([title]) => title.split(' ').at(-1) === of);
  if (own.length === 0) return null;
  return (
    <div class="outputs">
      {own.toReversed().map(([title, { text, isOver }]) => (
        <details key={title} open>
          <summary>
            <b>{title}</b> <span class="note">{isOver ? 'done' : 'running …'}</span>
          </summary>
          <pre class="plan">{text}</pre>
        </details>
      ))}
    </div>
  );
}
