// One running copy of a Turso module: its memory, its imports from the world, and the JavaScript binding it exports.

import { instantiateNapiModuleSync } from '@emnapi/core';
import { type Context, createContext, Persistent } from '@emnapi/runtime';
import { DEFAULT_FUEL } from '../../planning/index.ts';
import type { World } from '../../world/index.ts';
import type { Binding } from './binding.ts';
import { fileImports } from './file-imports.ts';
import { FUEL_EXPORT, MEMORY_SECTION, type MemoryLimits } from './instrument.ts';
import { noSuchCall, wasiImports } from './wasi.ts';

/** A gigabyte: a runaway allocation is the engine's panic and not the end of the machine. */
const MEMORY_LIMIT_PAGES = 16_384;

/** A counter in the module that says how many loop iterations may still be done; 0 when they ran out. */
export type Fuel = WebAssembly.Global<'i32'>;

export class RunningModule {
  readonly binding: Binding;
  readonly fuel: Fuel | null;
  #printed = '';
  #context: Context;

  /** `module` is normally instrumented; one without fuel runs as well, but an endless loop in it is not stopped. */
  constructor(module: WebAssembly.Module, world: World) {
    this.#context = createQuietContext();
    const memory = createMemory(module);
    const wasi = wasiImports(world, memory, (text) => {
      this.#printed += text;
    });
    const files = fileImports(world.disk, memory);
    const { instance, napiModule } = instantiateNapiModuleSync(module, {
      context: this.#context,
      asyncWorkPoolSize: 0,
      overwriteImports: ({ env, napi, emnapi }) => ({
        env: Object.assign(env, napi, emnapi, files, { memory }),
        wasi_snapshot_preview1: new Proxy(wasi, {
          get: (target, name: string) => target[name] ?? noSuchCall,
        }),
      }),
      beforeInit: ({ instance }) => initialize(instance),
    });
    this.fuel = (instance.exports[FUEL_EXPORT] as Fuel | undefined) ?? null;
    this.binding = napiModule.exports;
  }

  /** What the engine wrote to its standard streams so far: the text of its panics. */
  get printed(): string {
    return this.#printed;
  }

  /** Lets go of what would keep the memory alive. */
  release(): void {
    closePort(this.#context);
  }
}

function createMemory(module: WebAssembly.Module): WebAssembly.Memory {
  const [section] = WebAssembly.Module.customSections(module, MEMORY_SECTION);
  const { minimumPages, maximumPages }: MemoryLimits =
    section === undefined ? DEFAULT_LIMITS : JSON.parse(new TextDecoder().decode(section));
  const maximum = Math.max(minimumPages, Math.min(maximumPages, MEMORY_LIMIT_PAGES));
  return new WebAssembly.Memory({ initial: minimumPages, maximum, shared: true });
}

/** Enough for all published builds as they are. */
const DEFAULT_LIMITS: MemoryLimits = { minimumPages: 1008, maximumPages: MEMORY_LIMIT_PAGES };

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
// until the instance is dropped.
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
