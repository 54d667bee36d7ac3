// Small things that several views show: SQL, rows, what somebody said, buttons that copy.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Said } from '../../src/recording/recording.ts';
import { visibleLines } from '../../src/visible.ts';
import { type MarkedRow, marked } from './diff.ts';
import { tokens } from './sql.ts';

export function Sql({ text }: { text: string }) {
  return (
    <>
      {tokens(visibleLines(text)).map(({ kind, text: part }, i) =>
        kind === 'plain' ? (
          part
        ) : (
          <span key={i} class={`sql-${kind}`}>
            {part}
          </span>
        ),
      )}
    </>
  );
}

const COPIED_MS = 1600;

export function CopyButton({ text, children }: { text: string; children: ComponentChildren }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setState((await copied(text)) ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), COPIED_MS) as unknown as number;
  };
  return (
    <button type="button" class={`copy ${state}`} onClick={copy}>
      {state === 'copied' ? 'Copied' : state === 'refused' ? 'Not allowed' : children}
    </button>
  );
}

/** A page from disk has no clipboard of its own in every browser: then a selection is copied. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'offscreen';
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}

export function Rows({
  rows,
  columns,
  more,
  changed,
}: {
  rows: readonly MarkedRow[];
  columns?: readonly string[];
  more?: number;
  /** Rows that the last step brought. */
  changed?: ReadonlySet<number>;
}) {
  if (rows.length === 0) return <p class="nothing">no rows</p>;
  return (
    <div class="scroll">
      <table class="rows">
        {columns && (
          <thead>
            <tr>
              {columns.map((name, i) => (
                <th key={i} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, i) => (
            <tr key={i} class={`${row.mark}${changed?.has(i) ? ' changed' : ''}`}>
              {row.cells.length === 0 && <td class="nothing">a row without columns</td>}
              {row.cells.map((cell, j) => (
                <td key={j} class={`${classOf(cell)}${row.differing.has(j) ? ' differs' : ''}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more ? (
        <p class="nothing">
          … and {more} more {more === 1 ? 'row' : 'rows'}
        </p>
      ) : null}
    </div>
  );
}

function classOf(cell: string): string {
  if (cell === 'NULL') return 'null';
  if (/^[-+]?[\d.]/.test(cell)) return 'number';
  return 'text';
}

const NOTHING: Said = { kind: 'rows', rows: { rows: [] } };

/** A statement that asks for rows gives none; any other is done. */
const ASKS = /^\s*(?:SELECT|VALUES|WITH|PRAGMA|EXPLAIN)\b|\bRETURNING\b/i;

/** Two say something of the same step: side by side, with what differs marked. `sql` is the statement, if it is about one. */
export function SideBySide({
  left,
  right,
  sql,
}: {
  left: { readonly title: string; readonly said: Said };
  right: { readonly title: string; readonly said: Said };
  sql?: string;
}) {
  const [one, other] = [left.said, right.said];
  const areRows = one.kind === 'rows' && other.kind === 'rows';
  const inAnyOrder = one.inAnyOrder === true || other.inAnyOrder === true;
  const [leftRows, rightRows] = areRows
    ? marked(one.rows?.rows ?? [], other.rows?.rows ?? [], inAnyOrder)
    : [plainRows(one), plainRows(other)];
  return (
    <div class="sides">
      <section class="side expected">
        <h4>{left.title}</h4>
        <SaidBody said={one} rows={leftRows} isWrong={false} sql={sql} />
      </section>
      <section class="side actual">
        <h4>{right.title}</h4>
        <SaidBody said={other} rows={rightRows} isWrong={!areRows && one.kind !== other.kind} sql={sql} />
      </section>
    </div>
  );
}

function plainRows({ rows }: Said): MarkedRow[] {
  return (rows?.rows ?? []).map((cells) => ({ cells, mark: 'same', differing: new Set() }));
}

interface SaidBodyProps {
  readonly said: Said;
  readonly rows: readonly MarkedRow[];
  readonly isWrong: boolean;
  readonly sql?: string;
}

function SaidBody({ said, rows, isWrong, sql = 'SELECT' }: SaidBodyProps) {
  if (said.kind !== 'rows') return <p class={`words${isWrong ? ' wrong' : ''}`}>{said.text}</p>;
  const isEmpty = rows.length === 0;
  if (isEmpty && said.changes !== undefined) return <p class="words">{changesText(said.changes)}</p>;
  if (isEmpty && !ASKS.test(sql)) return <p class="words">done</p>;
  return <Rows rows={rows} more={said.rows?.more} />;
}

function changesText(changes: number): string {
  return changes === 1 ? '1 row written' : `${changes} rows written`;
}

/** What somebody said, alone. */
export function SaidAlone({ said = NOTHING, sql }: { said?: Said; sql?: string }) {
  const isWrong = said.kind === 'panic' || said.kind === 'fuel';
  return <SaidBody said={said} rows={plainRows(said)} isWrong={isWrong} sql={sql} />;
}

export function SeverityDot({ severity }: { severity: string }) {
  return <span class={`dot severity-${severity}`} title={severity} />;
}

export function Badge({ children, tone = '' }: { children: ComponentChildren; tone?: string }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** A moment, for people; as it is if it is no date. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${date.toISOString().slice(0, 10)} ${date.toISOString().slice(11, 16)}`;
}
