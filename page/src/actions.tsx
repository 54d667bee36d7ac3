// What can be done with a cause when the page is live.

import { useState } from 'preact/hooks';
import type { PageCause, PageData } from '../../src/page/page-data.ts';
import { openInScratchPad } from './scratch.tsx';
import { ask } from './server.ts';

export function Actions({
  cause,
  all,
  onData,
}: {
  cause: PageCause;
  all: readonly PageCause[];
  onData: (data: PageData) => void;
}) {
  const [open, setOpen] = useState<'mute' | 'merge' | null>(null);
  const [given, setGiven] = useState('');
  const [problem, setProblem] = useState('');
  const tell = (path: string, body: object) =>
    ask<PageData | null>(path, body).then(
      (data) => {
        if (data !== null) onData(data);
        setOpen(null);
        setGiven('');
        setProblem('');
      },
      (error: Error) => setProblem(error.message),
    );
  const { id } = cause;
  return (
    <div class="buttons">
      <button type="button" class="copy" onClick={() => tell('/api/replay', { id })}>
        Replay
      </button>
      <button type="button" class="copy" onClick={() => tell('/api/bisect', { id })}>
        Bisect
      </button>
      <button
        type="button"
        class="copy"
        onClick={() => openInScratchPad({ script: cause.script, engine: cause.engine.split(' ')[0] })}
      >
        Open in the scratch pad
      </button>
      {cause.status === 'muted' ? (
        <button type="button" class="copy" onClick={() => tell('/api/unmute', { id })}>
          Unmute
        </button>
      ) : (
        <button
          type="button"
          class="copy"
          aria-expanded={open === 'mute'}
          onClick={() => setOpen(open === 'mute' ? null : 'mute')}
        >
          Mute …
        </button>
      )}
      <button
        type="button"
        class="copy"
        aria-expanded={open === 'merge'}
        onClick={() => setOpen(open === 'merge' ? null : 'merge')}
      >
        Merge …
      </button>
      {open !== null && (
        <form
          class="judgement"
          onSubmit={(event) => {
            event.preventDefault();
            void tell(`/api/${open}`, open === 'mute' ? { id, reason: given } : { id, into: given });
          }}
        >
          <input
            type="text"
            list="ids"
            required
            placeholder={
              open === 'mute' ? 'why, or where it is tracked' : 'the id of the cause that it belongs to'
            }
            value={given}
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
          {open === 'merge' && (
            <datalist id="ids">
              {all
                .filter((each) => each.id !== id)
                .map((each) => (
                  <option key={each.id} value={each.id} />
                ))}
            </datalist>
          )}
          <button type="submit" class="copy">
            {open === 'mute' ? 'Mute' : 'Merge'}
          </button>
        </form>
      )}
      {problem !== '' && <p class="verdict">{problem}</p>}
    </div>
  );
}
