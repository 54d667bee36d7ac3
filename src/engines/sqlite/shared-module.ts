// One SQLite module with its memory and VFS, shared by all instances of a thread. It switches
// the module from one simulated process to the next so that none can observe the others.

import { invariant } from '../../errors.ts';
import type { OutOfFuel, Panic } from '../../sql/index.ts';
import type { World } from '../../world/index.ts';
import { FUEL_EXPORT } from '../wasm/fuel.ts';
import { Memory } from './memory.ts';
import {
  createModule,
  type Pointer,
  type SqliteCode,
  type SqliteFunctions,
  type SqliteModule,
} from './module.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { registerVfs, type Vfs } from './vfs.ts';

/** How many steps of the virtual machine pass between two looks at the fuel. */
const STEPS_PER_LOOK = 1000;

/**
 * What a call of a module that was rewritten may take, in iterations of its loops: a second or two. SQLite's own counter stops only the virtual
 * machine, and this one ends a loop in C. The right SQLite needs far less, whatever the fuel of the statement is.
 */
const MOST_LOOPS = 500_000_000;

/** The outcome of everything on a module that has panicked. */
export const PANICKED_BEFORE: Panic = { kind: 'panic', message: 'SQLite has panicked before', location: '' };

export class SharedModule {
  readonly functions: SqliteFunctions;
  readonly memory: Memory;
  /** Eight bytes for what a function returns through a pointer. */
  readonly out: Pointer;
  readonly #vfs: Vfs;
  readonly #progressHandler: Pointer;
  #fuel = 0;
  #text: Pointer = 0;
  #textRoom = 0;
  #isBroken = false;

  private constructor(module: SqliteModule) {
    this.functions = module.functions;
    this.memory = new Memory(module.memory);
    this.#vfs = registerVfs(module, this.memory);
    this.out = this.functions.malloc(8);
    this.#progressHandler = module.installFunction('i(p)', () => {
      this.#fuel -= STEPS_PER_LOOK;
      return this.#fuel <= 0 ? 1 : 0;
    });
  }

  static async create(code: SqliteCode): Promise<SharedModule> {
    return new SharedModule(await createModule(code));
  }

  /** The module has panicked: nothing in it can be relied on any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  get isOutOfFuel(): boolean {
    return this.#fuel <= 0;
  }

  start(world: World): SimulatedProcess {
    return new SimulatedProcess(world, this.functions, this.memory);
  }

  /**
   * Lets a process run. The module has one random number generator: emptied, it is filled from this process's entropy
   * when it is next used, so that its draws do not depend on those of others.
   */
  enter(process: SimulatedProcess, fuel: number): void {
    this.#vfs.running = process;
    this.#fuel = fuel;
    const loops = this.functions[FUEL_EXPORT];
    if (loops !== undefined) loops.value = MOST_LOOPS;
    this.functions.sqlite3_randomness(0, 0);
  }

  burn(fuel: number): void {
    this.#fuel -= fuel;
  }

  /** Makes a connection stop when the fuel of the statement is used up. */
  watch(database: Pointer): void {
    this.functions.sqlite3_progress_handler(database, STEPS_PER_LOOK, this.#progressHandler, 0);
  }

  /** Puts a text where SQLite can read it, until the next one; its length includes the NUL. */
  putText(text: string): { readonly at: Pointer; readonly bytes: number } {
    const room = text.length * 3 + 1;
    if (room > this.#textRoom) {
      this.functions.free(this.#text);
      this.#textRoom = Math.max(room, 4096);
      this.#text = this.functions.malloc(this.#textRoom);
      invariant(this.#text !== 0, 'SQLite has memory for a statement');
    }
    return { at: this.#text, bytes: this.memory.writeText(this.#text, text) };
  }

  /** What an exception out of the module means; our own mistakes are thrown on. */
  panic(error: unknown): Panic | OutOfFuel {
    this.#isBroken = true;
    if (this.functions[FUEL_EXPORT]?.value === 0) return { kind: 'fuel' };
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      return { kind: 'panic', message: error.message, location: '' };
    }
    throw error;
  }
}
