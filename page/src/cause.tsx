// One cause: what is wrong, the script that shows it, who says so, since when, and how to see it again.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PageCause, PageVersion } from '../../src/page/page-data.ts';
import type { RecordedRun, Recording, Said } from '../../src/recording/recording.ts';
import { visible } from '../../src/visible.ts';
import { printRoute } from './address.ts';
import { type Query, statusOf } from './filter.ts';
import { Badge, CopyButton, count, moment, SaidAlone, SeverityDot, SideBySide, Sql } from './parts.tsx';
import { shown } from './shown.ts';
import { inWords } from './words.ts';

export function Cause({
  cause,
  query,
  actions,
}: {
  cause: PageCause;
  query: Query;
  actions?: ComponentChildren;
}) {
  const recording = useMemo(() => shown(cause.recording), [cause]);
  const [replay] = cause.commands;
  return (
    <article class="cause">
      <a class="back" href={printRoute([], query)}>
        ‹ All causes
      </a>
      <header>
        <p class="badges">
          <Badge tone={`severity-${cause.severity}`}>
            <SeverityDot severity={cause.severity} />
            {cause.severity}
          </Badge>
          <Badge>{inWords(cause.kind)}</Badge>
          <Badge>{cause.engine}</Badge>
          {statusOf(cause) !== 'open' && (
            <Badge tone={statusOf(cause)}>
              {statusOf(cause)}
              {cause.passesIn ? ` in ${cause.passesIn}` : ''}
            </Badge>
          )}
          {cause.isUnfinished && <Badge>not shrunk to its end</Badge>}
        </p>
        <h1>{cause.title}</h1>
        <p class="id mono">{cause.id}</p>
        <div class="buttons">
          {recording && (
            <a class="button primary" href={printRoute(['cause', cause.id, 'steps'], query)}>
              Step through it
            </a>
          )}
          <CopyButton text={cause.script}>Copy script</CopyButton>
          <CopyButton text={cause.issue}>Copy issue text</CopyButton>
          {replay && <CopyButton text={replay.command}>Copy replay command</CopyButton>}
        </div>
        {actions}
      </header>

      <Part
        title="The smallest script that shows it"
        aside={`${count(cause.statementsBefore, 'statement')} shrunk to ${cause.statements}`}
      >
        {recording && recording.minimal.steps.length > 0 ? (
          <RecordedScript recording={recording} />
        ) : (
          <pre class="script">
            <Sql text={cause.script} />
          </pre>
        )}
      </Part>

      {recording && <WhatDiffers recording={recording} />}
      <WhoSays cause={cause} recording={recording} />

      <div class="two">
        <Part title="Goes away without">
          <Chips words={cause.needs} none="nothing that was tried makes it pass" />
          {cause.mayNeed.length > 0 && (
            <p class="note">Could not be taken out: {cause.mayNeed.join(', ')}.</p>
          )}
        </Part>
        <Part title="Versions">
          <Strip versions={cause.versions} />
          {cause.since !== null && <p class="note">{cause.since}</p>}
        </Part>
      </div>

      <Part title="See it again">
        <ul class="commands">
          {cause.commands.map(({ does, command }) => (
            <li key={command}>
              <code>{visible(command)}</code>
              <span class="note">{does}</span>
              <CopyButton text={command}>Copy</CopyButton>
            </li>
          ))}
        </ul>
      </Part>

      <Entries cause={cause} />
      <Part title="Found">
        <dl class="facts">
          <Fact name="by">
            {ORIGINS.get(cause.property)?.many ?? `property ${cause.property}`}, judged by “
            {inWords(cause.oracle)}”
          </Fact>
          {cause.claims !== '' && <Fact name="claim">{cause.claims}</Fact>}
          <Fact name="where">{cause.origin}</Fact>
          <Fact name="first seen">{moment(cause.firstSeen)}</Fact>
          <Fact name="last seen">
            {moment(cause.lastSeen)}, {cause.timesSeen === 1 ? 'once' : `${cause.timesSeen} times`} in all
          </Fact>
          {cause.reason !== undefined && <Fact name="muted">{cause.reason}</Fact>}
          <Fact name="features">
            <span class="mono wrap">{cause.features.join('  ')}</span>
          </Fact>
        </dl>
      </Part>
    </article>
  );
}

/** Groups of steps that belong to no property of somebody's. */
export const ORIGINS: ReadonlyMap<string, { readonly one: string; readonly many: string }> = new Map([
  ['interaction', { one: 'a random statement', many: 'random statements' }],
  ['inspection', { one: 'a look at the database', many: 'a look at the database between statements' }],
  ['witness', { one: 'a witness of the probe', many: 'the probe, which tries each feature once' }],
]);

export function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="part">
      <h2>
        {title}
        {aside !== undefined && <small>{aside}</small>}
      </h2>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Chips({ words, none }: { words: readonly string[]; none: string }) {
  if (words.length === 0) return <p class="nothing">{none}</p>;
  return (
    <ul class="chips">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}

/** The steps with what the engine said, and the failing one marked. */
function RecordedScript({ recording }: { recording: Recording }) {
  const { minimal, failure } = recording;
  let on = 0;
  return (
    <ol class="script steps-of-script">
      {minimal.world.map((line) => (
        <li key={line}>
          <code class="sql-directive">{line}</code>
        </li>
      ))}
      {minimal.steps.map((step) => {
        const connection =
          step.kind === 'statement' && step.on !== on ? `-- dirt: connection ${step.on + 1}` : null;
        if (step.kind === 'statement') on = step.on;
        const isFailing = step.at === minimal.failsAt;
        const lines = [...(connection === null ? [] : [connection]), ...(step.directives ?? [])];
        const isShown = step.kind === 'statement' || step.kind === 'fault' || isFailing;
        if (!isShown) return null;
        return (
          <li key={step.at} class={isFailing ? 'failing' : ''}>
            {lines.map((line) => (
              <code key={line} class="sql-directive">
                {line}
              </code>
            ))}
            {step.kind === 'statement' && (
              <code>
                <Sql text={`${step.text};`} />
              </code>
            )}
            {step.kind !== 'statement' && <code class="sql-comment">{step.text}</code>}
            {isWorthSaying(step.engine) && !isFailing && (
              <div class="gave">
                <SaidAlone said={step.engine} sql={step.text} />
              </div>
            )}
            {isFailing && <p class="verdict">{failure.message}</p>}
          </li>
        );
      })}
      {!minimal.steps.some(({ at }) => at === minimal.failsAt) && (
        <li class="failing">
          <p class="verdict">{failure.message}</p>
        </li>
      )}
    </ol>
  );
}

function isWorthSaying(said: Said | undefined): boolean {
  return said !== undefined && (said.kind !== 'rows' || (said.rows?.rows.length ?? 0) > 0);
}

/** Expected and actual, side by side. */
function WhatDiffers({ recording }: { recording: Recording }) {
  const { failure } = recording;
  const step = failingStep(recording.minimal);
  const expected = failure.expected ?? (step?.model?.kind === 'undetermined' ? undefined : step?.model);
  const actual = failure.actual ?? step?.engine;
  if (expected === undefined || actual === undefined) return null;
  const orderless = {
    ...expected,
    inAnyOrder: expected.inAnyOrder ?? step?.model?.inAnyOrder ?? failure.judge !== 'model',
  };
  return (
    <Part title="What is wrong">
      {failure.check !== undefined && (
        <p class="note">
          The check <code>{failure.check}</code> does not hold.
        </p>
      )}
      {failure.look !== undefined && (
        <p class="note">
          Seen with{' '}
          <code>
            <Sql text={failure.look} />
          </code>
        </p>
      )}
      <SideBySide
        left={{ title: 'Expected', said: orderless }}
        right={{ title: 'Actual', said: actual }}
        sql={failure.look ?? step?.text}
      />
    </Part>
  );
}

function failingStep({ steps, failsAt }: RecordedRun) {
  return steps.find(({ at }) => at === failsAt);
}

function WhoSays({ cause, recording }: { cause: PageCause; recording: Recording | undefined }) {
  const step = recording && failingStep(recording.minimal);
  // What was seen afterwards, or what a check compares, is no answer to this statement.
  const isAnswer = recording?.failure.look === undefined && recording?.failure.check === undefined;
  const asked: [string, Said | undefined][] =
    recording && isAnswer && step?.kind === 'statement'
      ? [
          ['the model', step.model],
          [recording.reference ?? 'the reference', step.reference],
          [recording.engine, step.engine],
        ]
      : [];
  const told = asked.filter((each): each is [string, Said] => each[1] !== undefined);
  return (
    <Part title="Who was asked">
      <p class="vote">{cause.vote}</p>
      <p class="note">
        The model is DIRT’s own picture of what SQL must give, which is proven against SQLite.
      </p>
      {told.length > 1 && (
        <div class="asked">
          {told.map(([who, said], i) => (
            <section key={who} class={`side ${i === told.length - 1 ? 'actual' : ''}`}>
              <h4>{who}</h4>
              <SaidAlone said={said} sql={step?.text} />
            </section>
          ))}
        </div>
      )}
    </Part>
  );
}

const CAME_CLASS: Readonly<Record<PageVersion['came'], string>> = {
  fails: 'fails',
  passes: 'passes',
  'fails otherwise': 'otherwise',
  'lacks a feature': 'lacks',
};

function Strip({ versions }: { versions: readonly PageVersion[] }) {
  return (
    <ol class="strip">
      {versions.map(({ version, came, note }) => (
        <li key={`${version} ${came}`} class={CAME_CLASS[came]} title={note ?? `${version} ${came}`}>
          <span class="mark" aria-hidden="true" />
          <b>{version}</b>
          <span>{came}</span>
        </li>
      ))}
    </ol>
  );
}

function Entries({ cause }: { cause: PageCause }) {
  const { entries, skeletons } = cause;
  if (entries.length + skeletons.length === 0) return null;
  return (
    <Part title="Other entries of this cause">
      {entries.map(({ id, title, script }) => (
        <details key={id}>
          <summary>
            <span class="mono">{id}</span> {title}
          </summary>
          <pre class="script">
            <Sql text={script} />
          </pre>
        </details>
      ))}
      {skeletons.length > 0 && (
        <details>
          <summary>{count(skeletons.length, 'other minimal script')}, up to names and values</summary>
          {skeletons.map((skeleton) => (
            <pre key={skeleton} class="script">
              <Sql text={skeleton.replaceAll(';', ';\n')} />
            </pre>
          ))}
        </details>
      )}
    </Part>
  );
}
