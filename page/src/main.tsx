// The page: a list of causes, one of them in full, and its failure step by step.

import './style.css';
import { render } from 'preact';
import type { PageData } from '../../src/page/page-data.ts';
import { printRoute, type Route } from './address.ts';
import { Cause } from './cause.tsx';
import { CauseList } from './causes.tsx';
import { History } from './history.tsx';
import { embeddedData } from './load.ts';
import { Overview } from './overview.tsx';
import { useRoute } from './route.ts';
import { Steps } from './steps.tsx';

function App({ data }: { data: PageData }) {
  const route = useRoute();
  const { path, query } = route;
  return (
    <div class="page">
      <header class="bar">
        <a class="brand" href="#/">
          DIRT
        </a>
        <nav>
          <Tab title="Causes" to={printRoute([], query)} isHere={path.length === 0 || path[0] === 'cause'} />
          <Tab title="History" to="#/history" isHere={path[0] === 'history'} />
        </nav>
      </header>
      {path[0] === 'history' ? (
        <main class="scrolled">
          <History data={data} />
        </main>
      ) : (
        <Causes data={data} route={route} />
      )}
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

function Causes({ data, route }: { data: PageData; route: Route }) {
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
        {cause && <Cause cause={cause} query={query} />}
        {selected === undefined && <Overview data={data} query={query} />}
        {selected !== undefined && !cause && <p class="empty">There is no cause {selected}.</p>}
      </div>
    </main>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  const data = await embeddedData();
  if (data === null)
    render(
      <p class="empty">
        This page holds no data: <code>npx dirt report html</code> makes one that does.
      </p>,
      root,
    );
  else {
    document.title = `DIRT: ${data.causes.length} causes`;
    render(<App data={data} />, root);
  }
}

void start();
