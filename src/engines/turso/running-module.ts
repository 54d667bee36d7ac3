// One running copy of a Turso module: its memory, its imports from the world, and the JavaScript binding it exports.

import { instantiateNapiModuleSync } from '@emnapi/core';
import { type Context, createContext, Persistent } from '@emnapi/runtime';
import { DEFAULT_FUEL } from '../../planning/index.ts';
import type { World } from '../../world/index.ts';
import { FUEL_EXPORT } from '../wasm/fuel.ts';
import type { Binding } from './binding.ts';
import { fileImports } from './file-imports.ts';
import { type Host, hostIn } from './host.ts';
import { FACTS_SECTION, type ModuleFacts } from './instrument.ts';
import { type Memory, type MemoryImage, memoryOf } from './memory-image.ts';
import { NapiState, watched } from './napi-state.ts';
import { noSuchCall, wasiImports } from './wasi.ts';

/** A gigabyte: a runaway allocation is the engine's panic and not the end of the machine. */
const MEMORY_LIMIT_PAGES = 16_384;

/** A counter in the module that says how many loop iterations may still be done; 0 when they ran out. */
export type Fuel = WebAssembly.Global<'i32'>;

export class RunningModule {
  readonly binding: Binding;
  readonly fuel: Fuel | null;
  /** Null if it cannot be put back. */
  readonly memory: Memory | null;
  readonly #birthplace: World;
  readonly #host: Host;
  readonly #context: Context;
  readonly #napiState: NapiState;
  /** Something was asked of the Node-API runtime whose effects cannot be put back. */
  #isMarked = false;

  /** `module` is normally instrumented; one without fuel runs as well, but an endless loop in it is not stopped. */
  constructor(module: WebAssembly.Module, world: World) {
    this.#birthplace = world;
    this.#host = hostIn(world);
    this.#context = createQuietContext();
    const memory = createMemory(module);
    const wasi = wasiImports(this.#host, memory);
    const files = fileImports(this.#host, memory);
    const mark = () => {
      this.#isMarked = true;
    };
    const { instance, napiModule } = instantiateNapiModuleSync(module, {
      context: this.#context,
      asyncWorkPoolSize: 0,
      overwriteImports: ({ env, napi, emnapi }) => ({
        env: { ...watched({ ...env, ...napi, ...emnapi }, mark), ...files, memory },
        wasi_snapshot_preview1: new Proxy(wasi, {
          get: (target, name: string) => target[name] ?? noSuchCall,
        }),
      }),
      beforeInit: ({ instance }) => initialize(instance),
    });
    this.fuel = (instance.exports[FUEL_EXPORT] as Fuel | undefined) ?? null;
    this.binding = napiModule.exports;
    this.memory = memoryOf(instance.exports, memory);
    this.#napiState = new NapiState(this.#context);
    this.#isMarked = false;
  }

  /** What the engine wrote to its standard streams so far: the text of its panics. */
  get printed(): string {
    return this.#host.printed;
  }

  /** What its memory takes up at most. */
  get bytes(): number {
    return this.memory?.buffer.byteLength ?? 0;
  }

  /** Whether the engine's I/O waits for its turn from now on. */
  set isAsynchronous(isAsynchronous: boolean) {
    this.#host.pending.isAsynchronous = isAsynchronous;
  }

  /** Lets one operation complete that the engine waits for; false if none is under way. */
  completeOne(): boolean {
    const operation = this.#host.pending.take();
    if (operation === undefined) return false;
    this.binding.completeOpfs?.(operation.completion, operation.run());
    return true;
  }

  /** What the binding does with I/O that it cannot wait for: all that is under way completes first, and nothing waits for its turn. */
  synchronously<T>(work: () => T): T {
    const { pending } = this.#host;
    if (!pending.isAsynchronous) return work();
    while (this.completeOne());
    pending.isAsynchronous = false;
    try {
      return work();
    } finally {
      pending.isAsynchronous = true;
    }
  }

  /** All that the engine asks for comes from this world from now on. */
  enter(world: World): void {
    Object.assign(this.#host, hostIn(world));
  }

  /** Makes it what it was at its birth, of which this is the image; false if that is impossible. */
  putBack(image: MemoryImage): boolean {
    if (this.memory === null || this.#isMarked || !this.#napiState.putBack()) return false;
    image.putBack(this.memory);
    this.enter(this.#birthplace);
    return true;
  }

  /** Lets go of what would keep the memory alive. */
  release(): void {
    closePort(this.#context);
  }
}

/** Whether instances of the module can be made what they were at their birth. */
export function canBePutBack(module: WebAssembly.Module): boolean {
  return factsOf(module).canBePutBack;
}

function createMemory(module: WebAssembly.Module): WebAssembly.Memory {
  const { minimumPages, maximumPages } = factsOf(module).memory ?? DEFAULT_LIMITS;
  const maximum = Math.max(minimumPages, Math.min(maximumPages, MEMORY_LIMIT_PAGES));
  return new WebAssembly.Memory({ initial: minimumPages, maximum, shared: true });
}

function factsOf(module: WebAssembly.Module): ModuleFacts {
  const [section] = WebAssembly.Module.customSections(module, FACTS_SECTION);
  if (section === undefined) return { memory: null, canBePutBack: false };
  return JSON.parse(new TextDecoder().decode(section));
}

/** Enough for all published builds as they are. */
const DEFAULT_LIMITS = { minimumPages: 1008, maximumPages: MEMORY_LIMIT_PAGES };

function initialize(instance: WebAssembly.Instance): void {
  const fuel = instance.exports[FUEL_EXPORT] as Fuel | undefined;
  if (fuel !== undefined) fuel.value = DEFAULT_FUEL;
  (instance.exports._initialize as () => void)();
  for (const [name, value] of Object.entries(instance.exports)) {
    if (name.startsWith('__napi_register__')) (value as () => void)();
  }
}

// ── Patches of the Node-API runtime ─────────────────────────────────────────────────────────────────────────

// The garbage collector would run finalizers inside the engine whenever it likes: no two runs would be the same, and in an
// instance that has panicked they end the process. So there are none. The price is about 1.4 KB per prepared statement,
// until the instance is put back or dropped.
(Persistent as unknown as { _registry: object })._registry = { register() {}, unregister() {} };

/** A context that does not wait for the end of the process, where it would keep the instance alive. */
function createQuietContext(): Context {
  const context = createContext();
  const listener = process.rawListeners('beforeExit').at(-1) as () => void;
  process.removeListener('beforeExit', listener);
  return context;
}

/** Each context opens a message port, which is never collected while it is open. */
function closePort(context: Context): void {
  const { refCounter } = context as unknown as { refCounter?: { refHandle: { close(): void } } };
  refCounter?.refHandle.close();
}
