// A scratch pad: SQL on an engine, on two versions of SQLite and on the model, side by side; what differs can be shrunk, and what
// must hold can be kept as a property.

import { useRef, useState } from 'preact/hooks';
import type { ShrunkScript, Told } from '../../src/ui/news.ts';
import { CopyButton, Sql } from './parts.tsx';
import { ask } from './server.ts';

/** Two versions of SQLite, and the model. */
const OTHERS = ['sqlite', 'sqlite@3.54.1', 'model'];
const REFERENCE = OTHERS[0];

const EXAMPLE = 'CREATE TABLE t(a);\nINSERT INTO t VALUES (1), (NULL);\nSELECT count(*), sum(a) FROM t;\n';

/** What the pad holds outlives a reload of the page, and a cause can put its script there. */
const KEPT = 'dirt scratch pad';

interface Kept {
  readonly script: string;
  readonly engine: string;
}

function kept(): Kept {
  const text = sessionStorage.getItem(KEPT);
  return text === null ? { script: EXAMPLE, engine: 'turso' } : JSON.parse(text);
}

function keep(pad: Kept): void {
  sessionStorage.setItem(KEPT, JSON.stringify(pad));
}

export function openInScratchPad(pad: Kept): void {
  keep(pad);
  location.hash = '#/scratch';
}

type Doing = 'running' | 'shrinking' | 'saving';

export function Scratch() {
  const [{ script, engine }, setPad] = useState(kept);
  const change = (part: Partial<Kept>) => {
    const pad = { script, engine, ...part };
    keep(pad);
    setPad(pad);
  };
  const [told, setTold] = useState<readonly Told[]>([]);
  const [shrunk, setShrunk] = useState<ShrunkScript | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  const does = async (what: Doing, work: () => Promise<void>) => {
    setDoing(what);
    setNote('');
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setDoing(null);
  };
  const run = (text = script) =>
    does('running', async () => {
      setShrunk(null);
      setTold(await ask<readonly Told[]>('/api/sql', { script: text, engines: [engine, ...OTHERS] }));
    });
  const shrink = () =>
    does('shrinking', async () => setShrunk(await ask<ShrunkScript>('/api/shrink', { script, engine })));
  const save = (name: string, claims: string) =>
    does('saving', async () => {
      setNote((await ask<{ note: string }>('/api/save', { name, claims, script })).note);
      setNaming(false);
    });
  const use = (text: string) => {
    change({ script: text });
    void run(text);
  };
  return (
    <div class="overview scratch">
      <h1>Scratch pad</h1>
      <p class="note">
        On a fresh database of the simulated disk. <code>-- dirt: power cut drop</code>,{' '}
        <code>-- dirt: reopen</code> and <code>-- dirt: connection 2</code> work, too.
      </p>
      <Editor script={script} onScript={(text) => change({ script: text })} onRun={() => void run()} />
      <p class="buttons">
        <label class="engine">
          engine{' '}
          <input
            type="text"
            value={engine}
            onInput={(event) => change({ engine: event.currentTarget.value })}
            autocomplete="off"
          />
        </label>
        <button type="button" class="button primary" onClick={() => void run()} disabled={doing !== null}>
          {doing === 'running' ? 'Running …' : 'Run'}
        </button>
        <button type="button" class="button" onClick={() => void shrink()} disabled={doing !== null}>
          {doing === 'shrinking' ? 'Shrinking …' : 'Shrink'}
        </button>
        <button
          type="button"
          class="button"
          aria-expanded={isNaming}
          onClick={() => setNaming(!isNaming)}
          disabled={doing !== null}
        >
          Save as a property …
        </button>
        <CopyButton text={script}>Copy script</CopyButton>
        <span class="note">Ctrl+Enter runs it</span>
      </p>
      {isNaming && <Naming onSave={(name, claims) => void save(name, claims)} />}
      {note !== '' && <pre class="words note">{note}</pre>}
      {problem !== '' && <p class="verdict">{problem}</p>}
      {shrunk !== null && <Smaller shrunk={shrunk} engine={engine} onUse={use} />}
      <Answers told={told} />
    </div>
  );
}

const LEAST_LINES = 8;
const MOST_LINES = 24;

/** The text has its colours from a copy that lies under it. */
function Editor({
  script,
  onScript,
  onRun,
}: {
  script: string;
  onScript: (script: string) => void;
  onRun: () => void;
}) {
  const colours = useRef<HTMLPreElement>(null);
  return (
    <div class="editor">
      <pre aria-hidden="true" ref={colours}>
        <Sql text={`${script}\n`} />
      </pre>
      <textarea
        aria-label="SQL"
        spellcheck={false}
        rows={Math.min(MOST_LINES, Math.max(LEAST_LINES, script.split('\n').length + 1))}
        value={script}
        onInput={(event) => onScript(event.currentTarget.value)}
        onScroll={(event) => {
          if (colours.current) colours.current.scrollTop = event.currentTarget.scrollTop;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
        }}
      />
    </div>
  );
}

function Naming({ onSave }: { onSave: (name: string, claims: string) => void }) {
  const [name, setName] = useState('');
  const [claims, setClaims] = useState('');
  return (
    <form
      class="judgement"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name, claims);
      }}
    >
      <label>
        name of the property
        <input
          type="text"
          required
          pattern="[a-z][a-z0-9\-]*"
          placeholder="rows-stay-whole"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label class="long">
        what it claims
        <input
          type="text"
          required
          placeholder="What must hold, in one sentence."
          value={claims}
          onInput={(event) => setClaims(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        Save
      </button>
    </form>
  );
}

function Smaller({
  shrunk: { script, note },
  engine,
  onUse,
}: {
  shrunk: ShrunkScript;
  engine: string;
  onUse: (script: string) => void;
}) {
  if (script === '') return <p class="note">{note}</p>;
  return (
    <section class="smaller">
      <h2>Small script on which {engine} is wrong</h2>
      <pre class="script">
        <Sql text={script} />
      </pre>
      <p class="buttons">
        <button type="button" class="button" onClick={() => onUse(script)}>
          Go on with it
        </button>
        <CopyButton text={script}>Copy it</CopyButton>
      </p>
    </section>
  );
}

/** Statement by statement, what each of them says. */
function Answers({ told }: { told: readonly Told[] }) {
  if (told.length === 0) return null;
  const longest = told.reduce((one, other) => (other.said.length > one.said.length ? other : one));
  const reference = told.find((each) => each.engine === REFERENCE);
  return (
    <section aria-label="answers">
      <ol class="answers">
        {longest.said.map(({ sql }, i) => (
          <li key={`${i} ${sql}`}>
            <pre class="script">
              <Sql text={sql} />
              {told.every(({ said }) => said[i]?.lines.length === 0) && (
                <span class="sql-comment"> -- done by all</span>
              )}
            </pre>
            <div class="asked" hidden={told.every(({ said }) => said[i]?.lines.length === 0)}>
              {told.map(({ engine, said }) => {
                const own = said[i];
                const right = reference?.said[i]?.key;
                const isOther = own?.key != null && right != null && own.key !== right;
                return (
                  <section key={engine} class={`side${isOther ? ' other' : ''}`}>
                    <h4>
                      {engine} {isOther && <span class="flag">≠ differs</span>}
                    </h4>
                    <pre class="words">
                      {own === undefined ? '(not reached)' : own.lines.join('\n') || 'done'}
                    </pre>
                  </section>
                );
              })}
            </div>
          </li>
        ))}
      </ol>
      {told.map(
        ({ engine, note }) =>
          note !== '' && (
            <p key={engine} class="verdict">
              {engine}: {note}
            </p>
          ),
      )}
    </section>
  );
}
