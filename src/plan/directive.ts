// Faults and connections in a SQL script, as comments: `-- dirt: power cut drop`. Any other SQL shell skips them.

import { DirtError } from '../errors.ts';
import { visible } from '../visible.ts';
import {
  DEFAULT_WORLD,
  FAULT_NAMES,
  type FaultStep,
  FIFO,
  faultNamed,
  faultOf,
  isFaultStep,
  isOrdinal,
  PAGE_SIZES,
  type PageSize,
  parseStatementFault,
  printStatementFaults,
  STATEMENT_FAULT_FORMS,
  type StatementFaults,
  type WorldSpec,
} from '../world/index.ts';
import type { StepId } from './check.ts';
import type { Resumption, RunStep, Step } from './plan.ts';

/** What a directive asks for. */
export type Directive =
  | { readonly kind: 'world'; readonly world: Partial<WorldSpec> }
  | { readonly kind: 'connection'; readonly on: number }
  | { readonly kind: 'step'; readonly step: FaultStep }
  /** SQLite gives the answer to the next statement, from the engine's files. */
  | { readonly kind: 'ask' }
  /** The next statement spells out characters that are not visible: \u{1b}. */
  | { readonly kind: 'escapes' }
  /** The next statement is left after so many steps, and has this name from then on. */
  | { readonly kind: 'start'; readonly name: string; readonly steps: number }
  /** What becomes of a statement that was left. */
  | { readonly kind: 'resume'; readonly name: string; readonly how: Resumption }
  /** For the next statement. */
  | { readonly kind: 'statement'; readonly change: StatementFaults };

const PREFIX = 'dirt:';

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

export const DIRECTIVE_FORMS: readonly string[] = [
  'connection <n>',
  ...FAULT_NAMES.map((name) => faultNamed(name).directive.form),
  ...STATEMENT_FAULT_FORMS,
  'start <name> <steps>',
  'advance <name> <steps>',
  'finish <name>',
  'reset <name>',
  'abandon <name>',
  'ask sqlite',
  'escapes',
  'seed <text>',
  'start <empty|checkpointed>',
  'page size <bytes>',
  'journal mode <wal|delete>',
  `asynchronous io <${FIFO}|choice>`,
];

function parseWords(words: readonly string[]): Directive | null {
  for (const name of FAULT_NAMES) {
    const step = faultNamed(name).directive.parse(words);
    if (step !== null) return { kind: 'step', step };
  }
  const change = parseStatementFault(words);
  if (change !== null) return { kind: 'statement', change };
  const left = parseLeft(words);
  if (left !== null) return left;
  const world = parseWorld(words);
  if (world !== null) return { kind: 'world', world };
  const [first, second, ...more] = words;
  if (more.length > 0) return null;
  if (first === 'escapes' && second === undefined) return { kind: 'escapes' };
  if (first === 'ask' && second === 'sqlite') return { kind: 'ask' };
  if (first === 'connection' && isOrdinal(second)) return { kind: 'connection', on: Number(second) - 1 };
  return null;
}

/** About statements that are left before their end. */
function parseLeft([verb, name = '', steps, ...more]: readonly string[]): Directive | null {
  if (more.length > 0 || !/^[a-z]\w{0,20}$/i.test(name)) return null;
  const isCounted = isOrdinal(steps);
  switch (verb) {
    case 'start':
      return isCounted ? { kind: 'start', name, steps: Number(steps) } : null;
    case 'advance':
      return isCounted ? { kind: 'resume', name, how: { kind: verb, steps: Number(steps) } } : null;
    case 'finish':
    case 'reset':
    case 'abandon':
      return steps === undefined ? { kind: 'resume', name, how: { kind: verb } } : null;
    default:
      return null;
  }
}

function parseWorld(words: readonly string[]): Partial<WorldSpec> | null {
  const [value = ''] = words.slice(-1);
  switch (words.slice(0, -1).join(' ')) {
    case 'seed':
      return { seed: value };
    case 'start':
      return value === 'empty' || value === 'checkpointed' ? { start: value } : null;
    case 'page size':
      return PAGE_SIZES.includes(Number(value) as PageSize) ? { pageSize: Number(value) as PageSize } : null;
    case 'asynchronous io':
      return { asyncIo: value };
    case 'journal mode':
      return value === 'wal' || value === 'delete' ? { journalMode: value } : null;
    default:
      return null;
  }
}

// ── Writing them ─────────────────────────────────────────────────────────────────────────────────────────────

/** The directives that make a world, one per line; none for what is the default anyway. */
export function worldDirectives(world: WorldSpec): string[] {
  const lines: string[] = [];
  if (world.seed !== DEFAULT_WORLD.seed) lines.push(`seed ${world.seed}`);
  if (world.start !== DEFAULT_WORLD.start) lines.push(`start ${world.start}`);
  if (world.pageSize !== DEFAULT_WORLD.pageSize) lines.push(`page size ${world.pageSize}`);
  if (world.journalMode !== DEFAULT_WORLD.journalMode) lines.push(`journal mode ${world.journalMode}`);
  if (world.asyncIo !== undefined) lines.push(`asynchronous io ${world.asyncIo}`);
  return lines.map(comment);
}

/** The directive for a fault between statements, or for a statement that was left; null for other steps. */
export function stepDirective(step: Step): string | null {
  if (step.do === 'resume') {
    const { of, how } = step;
    return comment(`${how.kind} ${nameOfLeft(of)}${how.kind === 'advance' ? ` ${how.steps}` : ''}`);
  }
  return isFaultStep(step) ? comment(faultOf(step)!.directive.print(step)) : null;
}

/** What a statement that is left is called. */
export function nameOfLeft(id: StepId): string {
  return `s${id}`;
}

/** The directives that belong before a statement. */
export function statementDirectives(
  step: StatementFaults & Partial<Pick<RunStep, 'id' | 'leftAfter'>>,
): string[] {
  const { id = 0, leftAfter } = step;
  const start = leftAfter === undefined ? [] : [`start ${nameOfLeft(id)} ${leftAfter}`];
  return [...printStatementFaults(step), ...start].map(comment);
}

export function connectionDirective(on: number): string {
  return comment(`connection ${on + 1}`);
}

/** Belongs before a statement that SQLite is to answer. */
export const ASK_DIRECTIVE = comment('ask sqlite');

/** Belongs before a statement in which characters are spelt out. */
export const ESCAPES_DIRECTIVE = comment('escapes');

function comment(text: string): string {
  return `-- ${PREFIX} ${visible(text)}`;
}
