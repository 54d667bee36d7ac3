// A scratch pad: SQL on an engine and on two versions of SQLite, side by side.

import { useState } from 'preact/hooks';
import { CopyButton, Sql } from './parts.tsx';
import { ask } from './server.ts';

interface Told {
  readonly engine: string;
  readonly text: string;
}

/** The two versions of SQLite that come with DIRT. */
const REFERENCES = ['sqlite', 'sqlite@3.54.1'];

const EXAMPLE = 'CREATE TABLE t(a);\nINSERT INTO t VALUES (1), (NULL);\nSELECT count(*), sum(a) FROM t;\n';

export function Scratch() {
  const [script, setScript] = useState(EXAMPLE);
  const [engine, setEngine] = useState('turso');
  const [answers, setAnswers] = useState<readonly Told[]>([]);
  const [state, setState] = useState<'idle' | 'running' | string>('idle');
  const run = async () => {
    setState('running');
    try {
      setAnswers(await ask<readonly Told[]>('/api/sql', { script, engines: [engine, ...REFERENCES] }));
      setState('idle');
    } catch (error) {
      setState((error as Error).message);
    }
  };
  const sqlite = answers.find((each) => each.engine === 'sqlite')?.text;
  return (
    <div class="overview scratch">
      <h1>Scratch pad</h1>
      <p class="note">
        On a fresh database of the simulated disk. <code>-- dirt: power cut drop</code>,{' '}
        <code>-- dirt: reopen</code> and <code>-- dirt: connection 2</code> work, too.
      </p>
      <div class="editor">
        <textarea
          aria-label="SQL"
          spellcheck={false}
          rows={10}
          value={script}
          onInput={(event) => setScript(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
          }}
        />
        <pre class="script" aria-hidden="true">
          <Sql text={script} />
        </pre>
      </div>
      <p class="buttons">
        <label class="engine">
          engine{' '}
          <input
            type="text"
            value={engine}
            onInput={(event) => setEngine(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
        <button
          type="button"
          class="button primary"
          onClick={() => void run()}
          disabled={state === 'running'}
        >
          {state === 'running' ? 'Running …' : 'Run'}
        </button>
        <CopyButton text={script}>Copy script</CopyButton>
        <span class="note">Ctrl+Enter runs it</span>
      </p>
      {state !== 'idle' && state !== 'running' && <p class="verdict">{state}</p>}
      <div class="asked">
        {answers.map((each) => (
          <section
            key={each.engine}
            class={`side${sqlite !== undefined && each.text !== sqlite ? ' other' : ''}`}
          >
            <h4>{each.engine}</h4>
            <pre class="words">{each.text.trim() === '' ? 'done' : each.text}</pre>
          </section>
        ))}
      </div>
    </div>
  );
}
