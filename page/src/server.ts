// The server of `dirt ui`, as the page knows it: the token of the address goes with every request, and news come as lines of JSON.

import { useEffect, useState } from 'preact/hooks';
import type { PageData } from '../../src/page/page-data.ts';
import { keptEvents } from '../../src/ui/kept-events.ts';
import type { News, State } from '../../src/ui/news.ts';
import { shown } from './shown.ts';

const token = new URLSearchParams(location.search).get('token');

/** Is the page served by `dirt ui`? */
export const isLive = token !== null && location.protocol === 'http:';

export async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-dirt-token': token ?? '', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => null)) as (T & { problem?: string }) | null;
  if (!response.ok) throw new Error(answer?.problem ?? `the server refused (${response.status})`);
  return shown(answer as T);
}

export function loadData(): Promise<PageData> {
  return ask('/api/data');
}

export interface Live extends State {
  readonly isConnected: boolean;
  /** What commands have printed, by their titles, the newest last. */
  readonly outputs: ReadonlyMap<string, { readonly text: string; readonly isOver: boolean }>;
}

const NOTHING: Live = {
  // Until a request has failed.
  isConnected: true,
  isRunning: false,
  command: null,
  ended: null,
  points: [],
  events: [],
  outputs: new Map(),
};

const AGAIN_MS = 1000;
const TOGETHER_MS = 150;

/** What goes on; the connection is made again when it breaks. */
export function useLive(onBugs: () => void): Live {
  const [live, setLive] = useState(NOTHING);
  useEffect(() => {
    const abort = new AbortController();
    let timer = 0;
    // What is told at once is one reason to ask again, and not twenty.
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(onBugs, TOGETHER_MS) as unknown as number;
    };
    const follow = async (): Promise<void> => {
      while (!abort.signal.aborted) {
        try {
          for await (const news of lines(abort.signal)) {
            setLive((old) => after(old, news));
            if (changesBugs(news)) soon();
          }
        } catch {
          // The server is gone, or not there yet.
        }
        setLive((old) => ({ ...old, isConnected: false }));
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void follow();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  return live;
}

async function* lines(signal: AbortSignal): AsyncGenerator<News> {
  const response = await fetch('/api/events', { headers: { 'x-dirt-token': token ?? '' }, signal });
  if (!response.ok || response.body === null) throw new Error('refused');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const whole = (rest + part.value).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) yield shown(JSON.parse(line) as News);
  }
}

function after(old: Live, news: News): Live {
  switch (news.news) {
    case 'state':
      return { ...old, ...news.state, isConnected: true };
    case 'point':
      return { ...old, points: [...old.points, news.point] };
    case 'event':
      return { ...old, events: keptEvents(old.events, news.event) };
    case 'output': {
      const outputs = new Map(old.outputs);
      outputs.delete(news.title);
      return { ...old, outputs: outputs.set(news.title, { text: news.text, isOver: news.isOver }) };
    }
  }
}

/** New bugs, and what commands and campaigns leave when they end. */
function changesBugs(news: News): boolean {
  if (news.news === 'output') return news.isOver;
  if (news.news === 'state') return !news.state.isRunning;
  return news.news === 'event' && (news.event as { event?: string }).event === 'bug';
}
