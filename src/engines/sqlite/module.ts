// The WebAssembly module of SQLite: the functions that the adapter calls, by their C signatures. They are called
// directly, past the package's wrappers, which convert every argument and cost as much as a small statement.

import { pathToFileURL } from 'node:url';
import type { FUEL_EXPORT } from '../wasm/fuel.ts';

/** An address in the module's memory; 0 is none. */
export type Pointer = number;

export interface SqliteFunctions {
  sqlite3_open_v2(name: Pointer, databaseOut: Pointer, flags: number, vfs: Pointer): number;
  sqlite3_close_v2(database: Pointer): number;
  sqlite3_prepare_v2(
    database: Pointer,
    sql: Pointer,
    bytes: number,
    statementOut: Pointer,
    tailOut: Pointer,
  ): number;
  sqlite3_step(statement: Pointer): number;
  sqlite3_reset(statement: Pointer): number;
  sqlite3_finalize(statement: Pointer): number;
  sqlite3_column_count(statement: Pointer): number;
  sqlite3_column_type(statement: Pointer, column: number): number;
  sqlite3_column_int64(statement: Pointer, column: number): bigint;
  sqlite3_column_double(statement: Pointer, column: number): number;
  sqlite3_column_text(statement: Pointer, column: number): Pointer;
  sqlite3_column_blob(statement: Pointer, column: number): Pointer;
  sqlite3_column_bytes(statement: Pointer, column: number): number;
  sqlite3_changes64(database: Pointer): bigint;
  sqlite3_total_changes(database: Pointer): number;
  sqlite3_stmt_status(statement: Pointer, what: number, reset: number): number;
  sqlite3_errmsg(database: Pointer): Pointer;
  sqlite3_progress_handler(database: Pointer, every: number, callback: Pointer, argument: Pointer): void;
  sqlite3_randomness(bytes: number, into: Pointer): void;
  malloc(bytes: number): Pointer;
  free(address: Pointer): void;
  /** Bounds the loops of a module that was rewritten: it traps when it gets to 0. */
  readonly [FUEL_EXPORT]?: WebAssembly.Global<'i32'>;
}

type Method = (...args: never[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;

/** A C struct in the module's memory; its fields are properties with a `$`. */
interface Struct {
  readonly pointer: Pointer;
  [field: `$${string}`]: number;
}

export interface SqliteModule {
  readonly functions: SqliteFunctions;
  readonly memory: WebAssembly.Memory;
  /** Puts a function into the module's table; the signature is in the package's letters, `i(p)`. */
  installFunction(signature: string, callback: Method): Pointer;
  /** Registers a default VFS and returns the address of the methods that its files get. */
  registerVfs(name: string, vfs: Methods, files: Methods): Pointer;
}

/** The part of the package that is used here; its own type declarations leave these loose. */
interface SqlitePackage {
  readonly capi: {
    readonly sqlite3_vfs: new () => Struct;
    readonly sqlite3_io_methods: new () => Struct;
    readonly sqlite3_file: { readonly structInfo: { readonly sizeof: number } };
  };
  readonly wasm: {
    readonly exports: SqliteFunctions;
    readonly memory: WebAssembly.Memory;
    installFunction(signature: string, callback: Method): Pointer;
  };
  readonly vfs: {
    installVfs(parts: {
      readonly io: { readonly struct: Struct; readonly methods: Methods };
      readonly vfs: { readonly struct: Struct; readonly methods: Methods; name: string; asDefault: boolean };
    }): void;
  };
}

const LONGEST_PATH = 1024;

type Initialise = (options: {
  readonly print: () => void;
  readonly printErr: () => void;
  readonly wasmBinary?: Uint8Array;
}) => Promise<SqlitePackage>;

/** The packages leave things for themselves in global variables while they start, so only one does at a time. */
let starting: Promise<unknown> = Promise.resolve();

async function start({ entry, wasm }: SqliteCode): Promise<SqlitePackage> {
  const { default: initialise } = (await import(pathToFileURL(entry).href)) as { default: Initialise };
  const silent = (): void => {};
  return initialise({ print: silent, printErr: silent, ...(wasm && { wasmBinary: wasm }) });
}

/** What a module is made of. */
export interface SqliteCode {
  /** The file to import. */
  readonly entry: string;
  /** In the place of the WebAssembly file that lies beside it. */
  readonly wasm?: Uint8Array;
  /** Told of each module that was started, before it is used. */
  readonly onStart?: (module: Pick<SqliteModule, 'functions' | 'memory'>) => void;
}

/** A new module with memory of its own. */
export async function createModule(code: SqliteCode): Promise<SqliteModule> {
  const started = starting.then(() => start(code));
  starting = started.catch(() => {});
  const sqlite = await started;
  const { capi, wasm } = sqlite;
  code.onStart?.({ functions: wasm.exports, memory: wasm.memory });
  return {
    functions: wasm.exports,
    memory: wasm.memory,
    installFunction: (signature, callback) => wasm.installFunction(signature, callback),
    registerVfs(name, vfsMethods, fileMethods) {
      const vfs = new capi.sqlite3_vfs();
      const files = new capi.sqlite3_io_methods();
      files.$iVersion = 2;
      vfs.$iVersion = 2;
      vfs.$szOsFile = capi.sqlite3_file.structInfo.sizeof;
      vfs.$mxPathname = LONGEST_PATH;
      sqlite.vfs.installVfs({
        io: { struct: files, methods: fileMethods },
        vfs: { struct: vfs, methods: vfsMethods, name, asDefault: true },
      });
      return files.pointer;
    },
  };
}
