// Any program in any language as an engine: it speaks JSON lines on stdin and stdout (docs/program-protocol.md), works on real
// files in a temporary folder, and its exit or silence in the middle of a statement is a finding.

import { checked, integerFrom, listOf, object, type Shape, someText } from '../../json/index.ts';
import type { Abilities } from '../../world/index.ts';
import type { Engine } from '../engine.ts';
import { EngineProcess } from '../process/engine-process.ts';
import { ProcessHome } from '../process/process-home.ts';
import { ProcessInstance } from '../process/process-instance.ts';
import { ProcessPool, type Readiness, type Starting } from '../process/process-pool.ts';
import { carriedShape, type Hello, LEAST_ABILITIES, nameShape } from './hello.ts';
import { introduce } from './introduce.ts';
import { LineChannel } from './line-channel.ts';
import { optionError, reopenError, startError } from './program-error.ts';

export interface ProgramOptions {
  /** The program and its arguments, started in DIRT's working folder. */
  readonly command: readonly string[];
  /** These win over what the program says of itself. */
  readonly name?: string;
  readonly version?: string;
  readonly abilities?: Partial<Abilities>;
  /** How long a small statement may take before it is taken for a hang: 2,000 if not given. Starting may take ten times that. */
  readonly timeoutMs?: number;
  /** How much memory a process may have, in megabytes, before it is ended: 2,048 if not given. Noticed on Linux only. */
  readonly memoryMb?: number;
}

const DEFAULT_TIMEOUT_MS = 2_000;
const MOST_TIMEOUT_MS = 50_000;
const LEAST_START_MS = 1_000;
const MOST_MEMORY_MB = 2 ** 20;

/** A program in any language that speaks the protocol of program-protocol.md. */
export function program(options: ProgramOptions): Engine {
  const given = checked(optionsShape, options, 'the argument', optionError);
  const { command, name, version, abilities, timeoutMs = DEFAULT_TIMEOUT_MS, memoryMb } = given;
  const startLimitMs = Math.max(LEAST_START_MS, 10 * timeoutMs);
  let hello: Hello | undefined;
  // These start the program, so they are read lazily and not when the configuration is loaded.
  const said = (): Hello => (hello ??= introduce(command, startLimitMs));
  const pool = new ProcessPool({
    timeoutMs,
    start: () => start(command, startLimitMs, memoryMb),
    cannotOpenAgain: (problem) => reopenError(command, problem),
  });
  let carried: Abilities | undefined;
  return {
    get name() {
      return name ?? said().name;
    },
    get version() {
      return version ?? said().version;
    },
    get abilities() {
      return (carried ??= { ...LEAST_ABILITIES, ...said().abilities, ...abilities });
    },
    build: 'program',
    boot: (world) => ProcessInstance.boot(world, pool),
    renew: () => pool.end(),
  };
}

function start(command: readonly string[], timeLimitMs: number, memoryMb: number | undefined): Starting {
  const home = new ProcessHome();
  const channel = new LineChannel(command, home);
  const process = new EngineProcess(channel, home, memoryMb);
  return { process, ready: greet(process, channel, command, timeLimitMs) };
}

/** Waits for its hello. What goes wrong before that is a mistake in the program or in its command. */
async function greet(
  process: EngineProcess,
  channel: LineChannel,
  command: readonly string[],
  timeLimitMs: number,
): Promise<Readiness> {
  const hello = await process.converse(() => channel.hello(), timeLimitMs);
  if (!('kind' in hello)) return { opensAgain: hello.protocol === 2 };
  const problem =
    hello.kind === 'fuel'
      ? `it does not answer hello within ${timeLimitMs / 1000} s`
      : `it ended without answering hello: ${hello.message}`;
  throw startError(command, problem, channel.stderr.summary);
}

const optionsShape: Shape<ProgramOptions> = object({ command: listOf(someText, 1) }, {
  name: nameShape,
  version: someText,
  abilities: carriedShape,
  timeoutMs: integerFrom(1, MOST_TIMEOUT_MS),
  memoryMb: integerFrom(1, MOST_MEMORY_MB),
} satisfies Record<Exclude<keyof ProgramOptions, 'command'>, Shape>);
