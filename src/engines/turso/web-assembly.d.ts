// The part of the WebAssembly interface that is used here. The library that declares it declares a whole browser too.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    static customSections(module: Module, name: string): ArrayBuffer[];
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  interface WebAssemblyInstantiatedSource {
    instance: Instance;
    module: Module;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean });
    readonly buffer: ArrayBufferLike;
  }
  class Table {}
  class Global<T extends 'i32'> {
    constructor(descriptor: { value: T; mutable: boolean }, value: number);
    value: number;
  }
  class RuntimeError extends Error {}
}
