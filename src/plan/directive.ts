// Faults and connections in a SQL script, as comments: `-- dirt: power cut drop`. Any other SQL shell skips them.

import { DirtError } from '../errors.ts';
import { type Cut, type IoFault, UNSYNCED, type Unsynced } from '../world/fault.ts';
import { DEFAULT_WORLD, PAGE_SIZES, type PageSize, type WorldSpec } from '../world/world-spec.ts';
import type { FaultStep, RunStep, Step } from './plan.ts';

/** What a directive asks for. */
export type Directive =
  | { readonly kind: 'world'; readonly world: Partial<WorldSpec> }
  | { readonly kind: 'connection'; readonly on: number }
  | { readonly kind: 'step'; readonly step: FaultStep }
  /** SQLite gives the answer to the next statement, from the engine's files. */
  | { readonly kind: 'ask' }
  /** For the next statement. */
  | { readonly kind: 'statement'; readonly change: Pick<RunStep, 'cut' | 'ioFault'> };

const PREFIX = 'dirt:';

const IO_FAULTS: Readonly<Record<string, IoFault['kind']>> = {
  'read error': 'readError',
  'short read': 'shortRead',
  'write error': 'writeError',
  'sync error': 'syncError',
  'disk full': 'diskFull',
};

/** The directive in a comment's text (without its dashes); null if it is an ordinary comment. */
export function parseDirective(comment: string, line: number): Directive | null {
  const text = comment.trim();
  if (!text.startsWith(PREFIX)) return null;
  const words = text.slice(PREFIX.length).trim().split(/\s+/);
  const directive = parseWords(words);
  if (directive === null) {
    throw new DirtError(
      'DIRT_SCRIPT_DIRECTIVE',
      `line ${line}: unknown directive "${words.join(' ')}"`,
      `write one of: ${DIRECTIVE_FORMS.join('; ')}`,
    );
  }
  return directive;
}

export const DIRECTIVE_FORMS = [
  'connection <n>',
  'reopen',
  'disconnect <n>',
  `power cut <${UNSYNCED.join('|')}> [choice]`,
  `power cut at <n> <${UNSYNCED.join('|')}> [choice]`,
  'read error <n>',
  'short read <n>',
  'write error <n>',
  'sync error <n>',
  'disk full <n>',
  'clock jump <milliseconds>',
  'sqlite writes',
  'ask sqlite',
  'seed <text>',
  'start <empty|checkpointed>',
  'page size <bytes>',
  'journal mode <wal|delete>',
] as const;

function parseWords(words: readonly string[]): Directive | null {
  const [first, second, third, ...rest] = words;
  const count = words.length;
  if (first === 'reopen' && count === 1) return { kind: 'step', step: { do: 'reopen' } };
  if (count === 2) {
    if (first === 'sqlite' && second === 'writes') return { kind: 'step', step: { do: 'sqliteWrites' } };
    if (first === 'ask' && second === 'sqlite') return { kind: 'ask' };
    if (first === 'connection' && isCount(second)) return { kind: 'connection', on: Number(second) - 1 };
    if (first === 'disconnect' && isCount(second)) {
      return { kind: 'step', step: { do: 'disconnect', on: Number(second) - 1 } };
    }
    if (first === 'seed') return { kind: 'world', world: { seed: second } };
    if (first === 'start' && (second === 'empty' || second === 'checkpointed')) {
      return { kind: 'world', world: { start: second } };
    }
  }
  if (count === 3) {
    const ioFault = IO_FAULTS[`${first} ${second}`];
    if (ioFault !== undefined && isCount(third)) {
      return { kind: 'statement', change: { ioFault: { kind: ioFault, nth: Number(third) } } };
    }
    if (first === 'clock' && second === 'jump' && /^-?\d+$/.test(third)) {
      return { kind: 'step', step: { do: 'clockJump', milliseconds: Number(third) } };
    }
    if (first === 'page' && second === 'size' && PAGE_SIZES.includes(Number(third) as PageSize)) {
      return { kind: 'world', world: { pageSize: Number(third) as PageSize } };
    }
    if (first === 'journal' && second === 'mode' && (third === 'wal' || third === 'delete')) {
      return { kind: 'world', world: { journalMode: third } };
    }
  }
  if (first === 'power' && second === 'cut') return parseCut(third, rest);
  return null;
}

function parseCut(mode: string | undefined, rest: readonly string[]): Directive | null {
  if (mode === 'at') {
    const [nth, unsynced, choice = '0', ...more] = rest;
    if (!isCount(nth) || !isUnsynced(unsynced) || more.length > 0) return null;
    return { kind: 'statement', change: { cut: { afterMutatingIo: Number(nth), unsynced, choice } } };
  }
  const [choice = '0', ...more] = rest;
  if (!isUnsynced(mode) || more.length > 0) return null;
  return { kind: 'step', step: { do: 'powerCut', survival: { unsynced: mode, choice } } };
}

function isCount(word: string | undefined): boolean {
  return word !== undefined && /^[1-9]\d{0,8}$/.test(word);
}

function isUnsynced(word: string | undefined): word is Unsynced {
  return UNSYNCED.includes(word as Unsynced);
}

// ── Writing them ─────────────────────────────────────────────────────────────────────────────────────────────

/** The directives that make a world, one a line; none for what is the default anyway. */
export function worldDirectives(world: WorldSpec): string[] {
  const lines: string[] = [];
  if (world.seed !== DEFAULT_WORLD.seed) lines.push(`seed ${world.seed}`);
  if (world.start !== DEFAULT_WORLD.start) lines.push(`start ${world.start}`);
  if (world.pageSize !== DEFAULT_WORLD.pageSize) lines.push(`page size ${world.pageSize}`);
  if (world.journalMode !== DEFAULT_WORLD.journalMode) lines.push(`journal mode ${world.journalMode}`);
  return lines.map(comment);
}

/** The directive for a fault between statements; null for steps that are none. */
export function stepDirective(step: Step): string | null {
  switch (step.do) {
    case 'reopen':
      return comment('reopen');
    case 'disconnect':
      return comment(`disconnect ${step.on + 1}`);
    case 'clockJump':
      return comment(`clock jump ${step.milliseconds}`);
    case 'sqliteWrites':
      return comment('sqlite writes');
    case 'powerCut':
      return comment(`power cut ${step.survival.unsynced} ${step.survival.choice}`);
    default:
      return null;
  }
}

/** The directives that belong before a statement. */
export function statementDirectives({ cut, ioFault }: { cut?: Cut; ioFault?: IoFault }): string[] {
  const lines: string[] = [];
  if (cut) lines.push(`power cut at ${cut.afterMutatingIo} ${cut.unsynced} ${cut.choice}`);
  if (ioFault) {
    const name = Object.keys(IO_FAULTS).find((key) => IO_FAULTS[key] === ioFault.kind);
    lines.push(`${name} ${ioFault.nth}`);
  }
  return lines.map(comment);
}

export function connectionDirective(on: number): string {
  return comment(`connection ${on + 1}`);
}

/** Belongs before a statement that SQLite is to answer. */
export const ASK_DIRECTIVE = comment('ask sqlite');

function comment(text: string): string {
  return `-- ${PREFIX} ${text}`;
}
