// What the Node-API runtime keeps in JavaScript for an instance: handles, scopes, references and the error that is pending. It
// belongs to the state of an instance like its memory, which holds their numbers, and is put back with it.
//
// Not put back, and harmless: what is kept weakly per object (which Rust value it wraps), since no object of an earlier
// life is ever handed to the instance again; and finalizers, since none is ever run (see running-module.ts).

import type { Context } from '@emnapi/runtime';

/**
 * The functions of Node-API that change nothing but what is put back here. After a call of any other, such as one that
 * leaves work for later, an instance is not used again.
 */
const PUT_BACK: ReadonlySet<string> = new Set([
  ...['napi_get_cb_info', 'napi_new_instance', 'napi_get_reference_value', 'napi_wrap', 'napi_unwrap'],
  ...['napi_typeof', 'napi_is_array', 'napi_is_exception_pending', 'napi_coerce_to_object'],
  ...[
    'napi_get_undefined',
    'napi_get_null',
    'napi_get_property',
    'napi_get_element',
    'napi_get_array_length',
  ],
  ...['napi_get_value_string_utf8', 'napi_get_value_bool', 'napi_set_element', 'napi_create_string_utf8'],
  ...['napi_create_int32', 'napi_create_uint32', 'napi_create_int64', 'napi_create_double'],
  ...['napi_create_bigint_words', 'napi_create_array_with_length', 'napi_create_external_arraybuffer'],
  ...['napi_create_typedarray', 'napi_create_error', 'napi_throw'],
]);

type Functions = Record<string, unknown>;

/** The same functions; those whose effects cannot be put back also call `onOther`. */
export function watched(functions: Functions, onOther: () => void): Functions {
  const wrapped = ([name, called]: [string, unknown]) => {
    if (typeof called !== 'function' || PUT_BACK.has(name)) return [name, called];
    const calling = (...parameters: unknown[]) => {
      if (!isEmptyBuffer(name, parameters)) onOther();
      return called(...parameters);
    };
    return [name, calling];
  };
  return Object.fromEntries(Object.entries(functions).map(wrapped));
}

/** Any other buffer takes memory of the engine's, which is freed when the garbage collector comes across the buffer. */
function isEmptyBuffer(name: string, [, byteLength]: readonly unknown[]): boolean {
  return name === 'napi_create_arraybuffer' && byteLength === 0;
}

export class NapiState {
  readonly #runtime: Runtime;
  readonly #references: SavedStore<Reference>;
  readonly #counts: readonly (number | undefined)[];
  readonly #deferred: SavedStore<unknown>;
  readonly #lists: readonly (readonly Link[])[];
  readonly #instanceData: unknown;
  readonly #rootEnd: number;

  /** To be called when nothing runs in the instance. */
  constructor(context: Context) {
    this.#runtime = context as unknown as Runtime;
    const { refStore, deferredStore, scopeStore } = this.#runtime;
    this.#references = saved(refStore);
    this.#counts = this.#references.values.map((reference) => reference?._refcount);
    this.#deferred = saved(deferredStore);
    this.#lists = this.#listHeads().map(linksOf);
    this.#instanceData = this.#environment.instanceData;
    this.#rootEnd = scopeStore._rootScope.end;
  }

  /** False if something is gone that was there. */
  putBack(): boolean {
    const { refStore, deferredStore, scopeStore, handleStore } = this.#runtime;
    const environment = this.#environment;
    const isThere = (reference: Reference | undefined, id: number) =>
      reference?._refcount === this.#counts[id] && (reference === undefined || reference.id === id);
    if (!this.#references.values.every(isThere)) return false;
    if (environment.instanceData !== this.#instanceData || environment.finalizationScheduled) return false;
    restore(refStore, this.#references);
    restore(deferredStore, this.#deferred);
    for (const [i, head] of this.#listHeads().entries()) relink(head, this.#lists[i]);
    environment.pendingFinalizers.length = 0;
    environment.openHandleScopes = 0;
    environment.tryCatch.reset();
    environment.clearLastError();
    handleStore.dispose();
    scopeStore.dispose();
    scopeStore._rootScope.child = null;
    scopeStore._rootScope.end = this.#rootEnd;
    return true;
  }

  /** There is one per instance. */
  get #environment(): Environment {
    return this.#runtime.envStore._values[1]!;
  }

  #listHeads(): Link[] {
    return [this.#environment.reflist, this.#environment.finalizing_reflist];
  }
}

// ── The runtime's insides, as far as they are put back ──────────────────────────────────────────────────────

interface Runtime {
  readonly envStore: Store<Environment>;
  readonly refStore: Store<Reference>;
  readonly deferredStore: Store<unknown>;
  readonly handleStore: { dispose(): void };
  readonly scopeStore: { readonly _rootScope: { child: unknown; end: number }; dispose(): void };
}

interface Environment {
  readonly instanceData: unknown;
  readonly finalizationScheduled: boolean;
  readonly pendingFinalizers: unknown[];
  readonly reflist: Link;
  readonly finalizing_reflist: Link;
  readonly tryCatch: { reset(): void };
  openHandleScopes: number;
  clearLastError(): void;
}

interface Reference {
  readonly id: number;
  readonly _refcount: number;
}

interface Link {
  _next: Link | null;
  _prev: Link | null;
}

interface Store<T> {
  _values: (T | undefined)[];
  _size: number;
  _freeList: number[];
}

interface SavedStore<T> {
  readonly values: readonly (T | undefined)[];
  readonly size: number;
  readonly freeList: readonly number[];
}

function saved<T>({ _values, _size, _freeList }: Store<T>): SavedStore<T> {
  return { values: Array.from(_values), size: _size, freeList: [..._freeList] };
}

function restore<T>(store: Store<T>, { values, size, freeList }: SavedStore<T>): void {
  store._values = [...values];
  store._size = size;
  store._freeList = [...freeList];
}

function linksOf(head: Link): Link[] {
  const links: Link[] = [];
  for (let link = head._next; link !== null; link = link._next) links.push(link);
  return links;
}

function relink(head: Link, links: readonly Link[]): void {
  let previous = head;
  for (const link of links) {
    previous._next = link;
    link._prev = previous;
    previous = link;
  }
  previous._next = null;
}
