// A build of Turso for WebAssembly. Here it is the one that npm installed; yours is where your build puts it.

import { defineConfig, turso } from 'dirt';

const wasm = '../../node_modules/@tursodatabase/database-wasm/dist/turso.wasm32-wasi.wasm';

export default defineConfig({
  engines: { local: turso({ wasm: new URL(wasm, import.meta.url) }) },
  engine: 'local',
});
