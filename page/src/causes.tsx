// The list of causes: search, filters, and only the rows that can be seen.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageCause } from '../../src/page/page-data.ts';
import { printRoute } from './address.ts';
import {
  choices,
  FACET_NAMES,
  type Facet,
  filtered,
  labelOf,
  ORDERS,
  type Query,
  SEVERITY_ORDER,
  statusOf,
} from './filter.ts';
import { count, SeverityDot } from './parts.tsx';
import { go } from './route.ts';

/** As in style.css. */
const ROW_HEIGHT = 82;
const BEYOND = 6;

/** Severities are pills, because they are what one chooses first. */
const SELECTS = FACET_NAMES.filter((facet) => facet !== 'severity');
const SEVERITY_WORDS: Readonly<Record<string, string>> = {
  data: 'lost or damaged data',
  answer: 'wrong answers',
  crash: 'crashes and hangs',
  refusal: 'refusals',
  cosmetic: 'hardly matters',
};

interface Props {
  readonly causes: readonly PageCause[];
  readonly query: Query;
  readonly selected: string | undefined;
}

export function CauseList({ causes, query, selected }: Props) {
  const shown = useMemo(() => filtered(causes, query), [causes, query]);
  const set = (name: string, value: string): void => {
    const next = new Map(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    go(printRoute(selected === undefined ? [] : ['cause', selected], next), true);
  };
  useListKeys(shown, selected, query);
  const isFiltered = [...query.keys()].some((name) => name !== 'sort');
  return (
    <aside class="list" aria-label="Causes">
      <div class="filters">
        <input
          id="search"
          type="search"
          placeholder="Search title, SQL, id …   ( / )"
          aria-label="Search"
          value={query.get('q') ?? ''}
          onInput={(event) => set('q', event.currentTarget.value)}
        />
        <SeverityPills causes={causes} query={query} set={set} />
        <div class="selects">
          {SELECTS.map((facet) => (
            <FacetSelect key={facet} facet={facet} causes={causes} query={query} set={set} />
          ))}
        </div>
        <div class="found-line">
          <p class="found" aria-live="polite">
            {shown.length === causes.length
              ? count(causes.length, 'cause')
              : `${shown.length.toLocaleString('en')} of ${count(causes.length, 'cause')}`}
            {isFiltered && (
              <>
                {' · '}
                <button
                  type="button"
                  class="link"
                  onClick={() => go(printRoute(selected === undefined ? [] : ['cause', selected]), true)}
                >
                  clear filters
                </button>
              </>
            )}
          </p>
          <select
            class="sort"
            aria-label="Order"
            value={query.get('sort') ?? ''}
            onChange={(event) => set('sort', event.currentTarget.value)}
          >
            <option value="">the worst first</option>
            {Object.keys(ORDERS).map((order) => (
              <option key={order} value={order}>
                {order} first
              </option>
            ))}
          </select>
        </div>
      </div>
      {causes.length === 0 ? (
        <p class="empty">
          No bugs so far. <code>npx dirt run</code> looks for some.
        </p>
      ) : (
        <Window causes={shown} query={query} selected={selected} />
      )}
    </aside>
  );
}

/** An option is as wide as its text. */
function shortened(text: string): string {
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}

type Set = (name: string, value: string) => void;

function SeverityPills({ causes, query, set }: { causes: readonly PageCause[]; query: Query; set: Set }) {
  const counts = useMemo(
    () => new Map(choices(causes, query, 'severity').map((each) => [each.value, each.count])),
    [causes, query],
  );
  const chosen = query.get('severity');
  return (
    <fieldset class="pills" aria-label="Severity">
      {SEVERITY_ORDER.map((severity) => (
        <button
          key={severity}
          type="button"
          class="pill"
          aria-pressed={chosen === severity}
          disabled={!counts.has(severity) && chosen !== severity}
          title={SEVERITY_WORDS[severity]}
          onClick={() => set('severity', chosen === severity ? '' : severity)}
        >
          <SeverityDot severity={severity} />
          {severity} <b>{counts.get(severity) ?? 0}</b>
        </button>
      ))}
    </fieldset>
  );
}

function FacetSelect({
  facet,
  causes,
  query,
  set,
}: {
  facet: Facet;
  causes: readonly PageCause[];
  query: Query;
  set: Set;
}) {
  const options = useMemo(() => choices(causes, query, facet), [causes, query, facet]);
  const chosen = query.get(facet) ?? '';
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return (
    <select
      aria-label={facet}
      class={chosen === '' ? '' : 'chosen'}
      value={chosen}
      onChange={(event) => set(facet, event.currentTarget.value)}
    >
      <option value="">any {facet}</option>
      {!isKnown && <option value={chosen}>{shortened(labelOf(facet, chosen))} (0)</option>}
      {options.map(({ value, count: number }) => (
        <option key={value} value={value}>
          {shortened(labelOf(facet, value))} ({number})
        </option>
      ))}
    </select>
  );
}

/** Draws only the rows in sight, so that thousands cost no more than dozens. */
function Window({ causes, query, selected }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  const look = () => box.current && setSeen({ top: box.current.scrollTop, height: box.current.clientHeight });
  useLayoutEffect(() => {
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  const index = causes.findIndex(({ id }) => id === selected);
  useEffect(() => {
    const element = box.current;
    if (element === null || index < 0) return;
    const [top, bottom] = [index * ROW_HEIGHT, (index + 1) * ROW_HEIGHT];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  }, [index]);
  const first = Math.max(0, Math.floor(seen.top / ROW_HEIGHT) - BEYOND);
  const last = Math.min(causes.length, Math.ceil((seen.top + seen.height) / ROW_HEIGHT) + BEYOND);
  if (causes.length === 0) return <p class="empty">No cause fits these filters.</p>;
  return (
    <div class="window" ref={box} onScroll={look}>
      <ul style={{ height: `${causes.length * ROW_HEIGHT}px` }}>
        {causes.slice(first, last).map((cause, i) => (
          <li key={cause.id} style={{ transform: `translateY(${(first + i) * ROW_HEIGHT}px)` }}>
            <CauseRow cause={cause} query={query} isSelected={cause.id === selected} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CauseRow({ cause, query, isSelected }: { cause: PageCause; query: Query; isSelected: boolean }) {
  const status = statusOf(cause);
  return (
    <a
      class="cause-row"
      href={printRoute(['cause', cause.id], query)}
      aria-current={isSelected ? 'true' : undefined}
    >
      <SeverityDot severity={cause.severity} />
      <span class="cause-title">{cause.title}</span>
      <span class="cause-meta">
        <span class="mono">{cause.id}</span>
        <span>{count(cause.statements, 'statement')}</span>
        {cause.timesSeen > 1 && <span>seen {cause.timesSeen}×</span>}
        {cause.isNew && <span class="status new">new</span>}
        {status !== 'open' && <span class={`status ${status}`}>{status}</span>}
      </span>
    </a>
  );
}

/** `/` searches, j and k go to the next and the previous cause. */
function useListKeys(shown: readonly PageCause[], selected: string | undefined, query: Query): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key === 'Escape' && isTyping) {
        // A search field would be emptied.
        event.preventDefault();
        target.blur();
      }
      if (isTyping) return;
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById('search')?.focus();
      } else if (event.key === 'j' || event.key === 'k') {
        const index = shown.findIndex(({ id }) => id === selected);
        const next = shown[index + (event.key === 'j' ? 1 : -1)] ?? (index < 0 ? shown[0] : undefined);
        if (next !== undefined) go(printRoute(['cause', next.id], query), true);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [shown, selected, query]);
}
