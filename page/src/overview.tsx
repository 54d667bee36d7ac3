// What there is at a glance, while no cause is chosen.

import type { PageData } from '../../src/page/page-data.ts';
import { printRoute } from './address.ts';
import { choices, type Facet, labelOf, type Query, statusOf } from './filter.ts';
import { count, moment } from './parts.tsx';

/** Engines beyond these are only counted. */
const MOST_NAMED = 2;

export function Overview({ data, query }: { data: PageData; query: Query }) {
  const { causes, bugs, made, dirt, damaged } = data;
  const open = causes.filter((cause) => statusOf(cause) === 'open').length;
  const fixed = causes.filter((cause) => statusOf(cause) === 'fixed').length;
  const fresh = causes.filter(({ isNew }) => isNew).length;
  const engines = [...new Set(causes.map(({ engine }) => engine))];
  if (causes.length === 0)
    return (
      <div class="overview">
        <h1>No bugs so far</h1>
        <p>
          There is nothing in <code>{bugs}</code>. <code>npx dirt run</code> looks for some.
        </p>
      </div>
    );
  return (
    <div class="overview">
      <h1>
        {count(causes.length, 'cause')} in{' '}
        {engines.length <= MOST_NAMED ? engines.join(' and ') : count(engines.length, 'build')}
      </h1>
      <p class="note">
        {[
          `${open} open`,
          ...(fixed > 0 ? [`${fixed} fixed`] : []),
          ...(fresh > 0 ? [`${fresh} new in the last run`] : []),
        ].join(', ')}{' '}
        · {bugs} · made {moment(made)} by DIRT {dirt}
      </p>
      <div class="bars-grid">
        <Bars title="by severity" facet="severity" data={data} query={query} />
        <Bars title="by kind" facet="kind" data={data} query={query} />
        <Bars title="seen by" facet="oracle" data={data} query={query} />
        <Bars title="fails in" facet="version" data={data} query={query} />
        <Bars title="goes away without" facet="need" data={data} query={query} most={12} />
      </div>
      <p class="keys">
        <span>
          <kbd>/</kbd> search
        </span>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> next and previous cause
        </span>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> step through a failure
        </span>
      </p>
      {damaged.length > 0 && (
        <details>
          <summary>{count(damaged.length, 'entry', 'entries')} of the bug base could not be read</summary>
          <ul>
            {damaged.map((line) => (
              <li key={line} class="mono">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Bars({
  title,
  facet,
  data,
  query,
  most = 8,
}: {
  title: string;
  facet: Facet;
  data: PageData;
  query: Query;
  most?: number;
}) {
  const all = choices(data.causes, query, facet);
  const highest = Math.max(1, ...all.map((each) => each.count));
  return (
    <section class="bars">
      <h2>{title}</h2>
      <ul>
        {all.slice(0, most).map(({ value, count: number }) => (
          <li key={value}>
            <a href={printRoute([], new Map([...query, [facet, value]]))}>
              <span class="bar-name">{labelOf(facet, value)}</span>
              <span class="bar-room">
                <span
                  class={`bar-fill${facet === 'severity' ? ` severity-${value}` : ''}`}
                  style={{ width: `${(100 * number) / highest}%` }}
                />
              </span>
              <b>{number}</b>
            </a>
          </li>
        ))}
      </ul>
      {all.length > most && <p class="note">and {all.length - most} more</p>}
    </section>
  );
}
