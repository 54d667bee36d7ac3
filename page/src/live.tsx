// A campaign, live: start and stop, plots over time, and its events as they come.

import { useState } from 'preact/hooks';
import { Part } from './cause.tsx';
import { count } from './parts.tsx';
import { Plot } from './plot.tsx';
import { ask, type Live } from './server.ts';

const FIELDS = [
  { name: 'engine', hint: 'turso, turso@0.7.2, sqlite …' },
  { name: 'budget', hint: '60s, 5m …' },
  { name: 'plans', hint: 'any number' },
  { name: 'workers', hint: 'as many as cores' },
  { name: 'seed', hint: 'drawn' },
  { name: 'profile', hint: 'a mixture of all' },
] as const;

export function Campaign({ live }: { live: Live }) {
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
  return (
    <div class="overview campaign">
      <h1>{isRunning ? 'A campaign is running' : 'No campaign is running'}</h1>
      <p class="note">
        {command !== null && <code>{command}</code>} {!isRunning && ended}
        {!live.isConnected && <b class="bad"> The server does not answer.</b>}
      </p>
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
      {last && (
        <div class="plots">
          <Plot
            title="Speed"
            isElapsed
            times={times}
            series={[
              {
                name: 'statements/s',
                colour: 'refusal',
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
        </div>
      )}
      <Part title="Events" aside={count(events.length, 'event')}>
        <ol class="events">
          {events
            .map(lineOf)
            .filter((line) => line !== null)
            .toReversed()
            .map((line, i) => (
              <li key={events.length - i}>{line}</li>
            ))}
        </ol>
      </Part>
    </div>
  );
}

interface Told {
  readonly event?: string;
  readonly isNew?: boolean;
  readonly bug?: { readonly id: string; readonly message: string; readonly severity: string };
  readonly [field: string]: unknown;
}

function lineOf(event: object) {
  const told = event as Told;
  const { bug } = told;
  switch (told.event) {
    case 'bug':
      return bug === undefined ? null : (
        <a href={`#/cause/${encodeURIComponent(bug.id)}`} class={told.isNew ? 'new' : ''}>
          {told.isNew ? 'new bug' : 'again'} <b class="mono">{bug.id}</b> {bug.message}
        </a>
      );
    case 'shrinking':
      return `shrinking plan ${told.index}: ${told.before} → ${told.statements} statements`;
    case 'start':
      return `${told.engine} ${told.version} against ${told.against ?? 'the model alone'}, seed ${told.seed}`;
    case 'starting':
      return String(told.doing);
    case 'passes':
      return `passes now: ${bug?.id}`;
    case 'stillFails':
      return `still fails: ${bug?.id}`;
    case 'workerLost':
      return `plan ${told.index}: ${told.reason}`;
    case 'summary':
      return `${told.ended}: ${told.plans} plans, ${told.statements} statements, ${told.newBugs} new bugs`;
    default:
      return null;
  }
}

/** What replays and bisections print. */
export function Outputs({ live }: { live: Live }) {
  if (live.outputs.size === 0) return null;
  return (
    <div class="outputs">
      {[...live.outputs].toReversed().map(([title, { text, isOver }]) => (
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
