// The page: a list of causes, one of them in full, and its failure step by step.

import './style.css';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import type { PageData } from '../../src/page/page-data.ts';
import { Actions } from './actions.tsx';
import { printRoute, type Route } from './address.ts';
import { Cause } from './cause.tsx';
import { CauseList } from './causes.tsx';
import { type Fleet, FleetView, useFleet } from './fleet.tsx';
import { History } from './history.tsx';
import { Campaign, Outputs } from './live.tsx';
import { embeddedData } from './load.ts';
import { Overview } from './overview.tsx';
import { useRoute } from './route.ts';
import { Scratch } from './scratch.tsx';
import { isLive, type Live, loadData, useLive } from './server.ts';
import { Steps } from './steps.tsx';

/** A page from disk, whose data does not change. */
function FromDisk({ data }: { data: PageData }) {
  return <App data={data} />;
}

/** The page of `dirt ui`. */
function FromServer({ first }: { first: PageData }) {
  const [data, setData] = useState(first);
  const live = useLive(() => void loadData().then(setData, () => {}));
  const fleet = useFleet();
  return <App data={data} live={live} fleet={fleet} onData={setData} />;
}

interface AppProps {
  readonly data: PageData;
  readonly live?: Live;
  readonly fleet?: Fleet | null;
  readonly onData?: (data: PageData) => void;
}

function App({ data, live, fleet, onData }: AppProps) {
  const route = useRoute();
  const { path, query } = route;
  const [view = 'cause'] = path;
  return (
    <div class="page">
      <header class="bar">
        <a class="brand" href="#/">
          DIRT
        </a>
        <nav>
          <Tab title="Causes" to={printRoute([], query)} isHere={view === 'cause'} />
          <Tab title="History" to="#/history" isHere={view === 'history'} />
          {live && (
            <Tab
              title={live.isRunning ? 'Campaign ●' : 'Campaign'}
              to="#/campaign"
              isHere={view === 'campaign'}
            />
          )}
          {fleet && <Tab title="Fleet" to="#/fleet" isHere={view === 'fleet'} />}
          {live && <Tab title="Scratch pad" to="#/scratch" isHere={view === 'scratch'} />}
        </nav>
        {live && !live.isConnected && (
          <p class="lost" role="status" title="npx dirt ui starts it again, at another address">
            The server does not answer
          </p>
        )}
      </header>
      {view === 'history' && (
        <main class="scrolled">
          <History data={data} />
        </main>
      )}
      {view === 'campaign' && live && (
        <main class="scrolled">
          <Campaign live={live} data={data} />
        </main>
      )}
      {view === 'fleet' && fleet && (
        <main class="scrolled">
          <FleetView fleet={fleet} />
        </main>
      )}
      {view === 'scratch' && live && (
        <main class="scrolled">
          <Scratch />
        </main>
      )}
      {!(
        view === 'history' ||
        (live && (view === 'campaign' || view === 'scratch')) ||
        (fleet && view === 'fleet')
      ) && <Causes data={data} route={route} live={live} onData={onData} />}
    </div>
  );
}

function Tab({ title, to, isHere }: { title: string; to: string; isHere: boolean }) {
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined}>
      {title}
    </a>
  );
}

function Causes({ data, route, live, onData }: AppProps & { readonly route: Route }) {
  const { path, query } = route;
  const selected = path[0] === 'cause' ? path[1] : undefined;
  const cause = data.causes.find(({ id }) => id === selected);
  if (cause !== undefined && path[2] === 'steps')
    return (
      <main class="alone">
        <Steps cause={cause} route={route} />
      </main>
    );
  return (
    <main class={`split${selected === undefined ? '' : ' has-selection'}`}>
      <CauseList causes={data.causes} query={query} selected={selected} />
      <div class="detail" key={selected}>
        {cause && (
          <Cause
            cause={cause}
            query={query}
            actions={
              onData &&
              live && (
                <>
                  <Actions cause={cause} all={data.causes} onData={onData} />
                  <Outputs live={live} of={cause.id} />
                </>
              )
            }
          />
        )}
        {selected === undefined && <Overview data={data} query={query} />}
        {selected !== undefined && !cause && (
          <p class="empty">
            There is no cause {selected}. <a href={printRoute([], query)}>All causes</a>
          </p>
        )}
      </div>
    </main>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  const data = isLive ? await loadData() : await embeddedData();
  if (data === null) {
    const hint = <code>npx dirt report html</code>;
    render(<p class="empty">This page holds no data: {hint} makes one that does.</p>, root);
    return;
  }
  document.title = `DIRT: ${data.causes.length} causes`;
  render(isLive ? <FromServer first={data} /> : <FromDisk data={data} />, root);
}

void start();
