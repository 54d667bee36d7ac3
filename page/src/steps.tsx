// Stepping through a failure: every step on its connection, what the model and the engine say of it, and the tables of both after it.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { PageCause } from '../../src/page/page-data.ts';
import type { RecordedFile, RecordedRun, RecordedStep, Said } from '../../src/recording/recording.ts';
import { printRoute, type Route } from './address.ts';
import { ORIGINS, Part } from './cause.tsx';
import type { Query } from './filter.ts';
import { count, SaidAlone, SideBySide, Sql } from './parts.tsx';
import { go } from './route.ts';
import { shown } from './shown.ts';
import { TablesNow } from './tables-now.tsx';
import { firstIndex } from './timeline.ts';

export function Steps({ cause, route }: { cause: PageCause; route: Route }) {
  const recording = useMemo(() => shown(cause.recording), [cause]);
  const which = route.path[3] === 'original' && recording?.original ? 'original' : 'minimal';
  const run = which === 'original' ? recording?.original : recording?.minimal;
  if (recording === undefined || run === undefined || run.steps.length === 0)
    return (
      <p class="empty">
        This failure was not recorded. <code>npx dirt replay {cause.id} --record</code> does it.
      </p>
    );
  const given = Number.parseInt(route.path[4] ?? '', 10);
  const found = run.steps.findIndex(({ at }) => at === given);
  const index = found < 0 ? firstIndex(run) : found;
  const address = (plan: string, at?: number) =>
    printRoute(['cause', cause.id, 'steps', plan, ...(at === undefined ? [] : [String(at)])], route.query);
  return (
    <article class="steps">
      <header>
        <a class="back always" href={printRoute(['cause', cause.id], route.query)}>
          ‹ {cause.title}
        </a>
        <nav class="switch" aria-label="Which plan">
          <a href={address('minimal')} aria-current={which === 'minimal' ? 'true' : undefined}>
            smallest plan <b>{count(recording.minimal.steps.length, 'step')}</b>
          </a>
          {recording.original && (
            <a href={address('original')} aria-current={which === 'original' ? 'true' : undefined}>
              as it was found{' '}
              <b>{count(recording.original.steps.length + recording.original.leftOut, 'step')}</b>
            </a>
          )}
        </nav>
      </header>
      <Stepper
        run={run}
        index={index}
        engine={recording.engine}
        reference={recording.reference}
        message={recording.failure.message}
        address={(at) => address(which, at)}
        query={route.query}
      />
    </article>
  );
}

interface StepperProps {
  readonly run: RecordedRun;
  readonly index: number;
  readonly engine: string;
  readonly reference: string | undefined;
  readonly message: string;
  readonly address: (at: number) => string;
  readonly query: Query;
}

function Stepper({ run, index, engine, reference, message, address }: StepperProps) {
  const { steps, failsAt, partsAt } = run;
  // Keys may come faster than the page is drawn.
  const here = useRef(index);
  here.current = index;
  const to = (next: number) => {
    const step = steps[next];
    if (step === undefined) return;
    here.current = next;
    go(address(step.at), true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
        return;
      const moves: Record<string, number> = {
        ArrowRight: here.current + 1,
        ArrowDown: here.current + 1,
        ArrowLeft: here.current - 1,
        ArrowUp: here.current - 1,
        Home: 0,
        End: steps.length - 1,
      };
      if (!Object.hasOwn(moves, event.key)) return;
      event.preventDefault();
      to(Math.max(0, Math.min(steps.length - 1, moves[event.key])));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const step = steps[index];
  const parting = steps.findIndex(({ at }) => at === partsAt);
  const failing = steps.findIndex(({ at }) => at === failsAt);
  return (
    <div class="stepper">
      <nav class="timeline" aria-label="Steps">
        <div class="controls">
          <button
            type="button"
            onClick={() => to(index - 1)}
            disabled={index === 0}
            aria-label="Previous step"
          >
            ←
          </button>
          <span class="position">
            step {step.at + 1} of {steps.length + run.leftOut}
          </span>
          <button
            type="button"
            onClick={() => to(index + 1)}
            disabled={index === steps.length - 1}
            aria-label="Next step"
          >
            →
          </button>
          {parting >= 0 && parting !== failing && (
            <button type="button" class="jump" onClick={() => to(parting)}>
              ≠ where they part
            </button>
          )}
          {failing >= 0 && (
            <button type="button" class="jump" onClick={() => to(failing)}>
              ✕ the failure
            </button>
          )}
        </div>
        <Timeline run={run} index={index} address={address} />
      </nav>
      <StepDetail run={run} index={index} engine={engine} reference={reference} message={message} />
    </div>
  );
}

function Timeline({
  run,
  index,
  address,
}: {
  run: RecordedRun;
  index: number;
  address: (at: number) => string;
}) {
  const { steps, connections, failsAt, partsAt, leftOut } = run;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 8;
  }, [index, run]);
  return (
    <>
      {connections > 1 && (
        <p class="lanes-head">
          {Array.from({ length: connections }, (_, on) => (
            <span key={on} class={`lane lane-${on % 4}`}>
              {on + 1}
            </span>
          ))}
          connections
        </p>
      )}
      <ol class="timeline-steps" ref={list}>
        {leftOut > 0 && <li class="nothing">{count(leftOut, 'step')} before these are not kept</li>}
        {steps.map((step, i) => (
          <li key={step.at}>
            <a
              href={address(step.at)}
              class={`${step.kind}${step.at === failsAt ? ' failing' : ''}${step.at === partsAt ? ' parting' : ''}`}
              aria-current={i === index ? 'step' : undefined}
              onClick={(event) => {
                event.preventDefault();
                go(address(step.at), true);
              }}
            >
              <span class="number">{step.at + 1}</span>
              {connections > 1 && (
                <span class="lanes" title={`connection ${step.on + 1}`}>
                  {Array.from({ length: connections }, (_, on) => (
                    <span key={on} class={`lane lane-${on % 4}${on === step.on ? ' here' : ''}`} />
                  ))}
                </span>
              )}
              <span class="what">{hasFault(step) ? `⚡ ${step.text}` : step.text}</span>
              {step.at === failsAt && (
                <span class="flag" title="fails">
                  ✕
                </span>
              )}
              {step.at === partsAt && step.at !== failsAt && (
                <span class="flag" title="engine and model part">
                  ≠
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

function StepDetail({
  run,
  index,
  engine,
  reference,
  message,
}: Pick<StepperProps, 'run' | 'index' | 'engine' | 'reference' | 'message'>) {
  const step = run.steps[index];
  const isFailing = step.at === run.failsAt;
  return (
    <div class="step-detail">
      <section class="statement">
        {(step.directives ?? []).map((line) => (
          <code key={line} class="sql-directive">
            {line}
          </code>
        ))}
        {step.kind === 'statement' ? (
          <pre>
            <Sql text={`${step.text};`} />
          </pre>
        ) : (
          <p class={`happening ${step.kind}`}>
            {headOf(step)}
            {step.text}
          </p>
        )}
        <p class="note">
          {run.connections > 1 && `connection ${step.on + 1} · `}
          {ORIGINS.get(step.property)?.one ?? `of the property ${step.property}`}
          {step.isForked && ' · a fault left two states possible'}
        </p>
      </section>
      {isFailing && <p class="verdict">{message}</p>}
      {step.at === run.partsAt && !isFailing && (
        <p class="verdict mild">From here on engine and model hold different rows.</p>
      )}
      {step.kind === 'statement' && <Outcome step={step} engine={engine} reference={reference} />}
      {step.queryPlan && (
        <Part title="Query plan" aside={engine}>
          <pre class="plan">{step.queryPlan.join('\n')}</pre>
        </Part>
      )}
      {step.files && <Files files={step.files} />}
      <TablesNow run={run} index={index} engine={engine} />
    </div>
  );
}

/** Between statements, or in one. */
function hasFault({ kind, directives = [] }: RecordedStep): boolean {
  return kind === 'fault' || directives.length > 0;
}

function headOf({ kind }: RecordedStep): string {
  if (kind === 'fault') return '⚡ ';
  return kind === 'check' ? 'check: ' : 'look: ';
}

function Outcome({
  step,
  engine,
  reference,
}: {
  step: RecordedStep;
  engine: string;
  reference: string | undefined;
}) {
  const { model, engine: said, reference: other } = step;
  const isQuiet = (each: Said | undefined) => each?.kind === 'rows' && (each.rows?.rows.length ?? 0) === 0;
  if (said === undefined) return null;
  if (isQuiet(said) && (model === undefined || isQuiet(model)) && model?.changes === said.changes)
    return (
      <Part title="What came of it">
        <SaidAlone said={said} sql={step.text} />
      </Part>
    );
  return (
    <Part title="What came of it">
      {model ? (
        <SideBySide
          left={{ title: 'the model', said: model }}
          right={{ title: engine, said }}
          sql={step.text}
        />
      ) : (
        <SaidAlone said={said} sql={step.text} />
      )}
      {other && reference && (
        <details>
          <summary>{reference}</summary>
          <SaidAlone said={other} sql={step.text} />
        </details>
      )}
    </Part>
  );
}

function Files({ files }: { files: readonly RecordedFile[] }) {
  return (
    <Part title="What the disk kept">
      <div class="scroll">
        <table class="files">
          <thead>
            <tr>
              <th scope="col">file</th>
              <th scope="col">before</th>
              <th scope="col">not synced</th>
              <th scope="col">after</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, before, after, unsynced }) => (
              <tr key={name} class={after === undefined ? 'only' : ''}>
                <td class="mono">{name}</td>
                <td>{before === undefined ? 'not there' : count(before, 'byte')}</td>
                <td>{unsynced === 0 ? '' : count(unsynced, 'write')}</td>
                <td>{after === undefined ? 'gone' : count(after, 'byte')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
