// Puts the code of dist/ into a few files, since hundreds of small ones take node longer to read than most commands take to run. The
// files that are started or imported from outside become doors to dist/chunks/; of the others, the package has those that people read.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const CHUNKS = 'chunks';

const { files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** What the package names one by one: itself, the command, and what is started in threads and processes. */
const ENTRIES = files.flatMap((path) => /^dist\/(.*)\.js$/.exec(path)?.[1] ?? []);

const entryFiles = ENTRIES.map((name) => join(DIST, `${name}.js`));

/** Code that asks for its place is told where it was. */
const places = {
  name: 'places',
  transform(code, id) {
    if (entryFiles.includes(id) || !code.includes('import.meta.url')) return null;
    const place = relative(join(DIST, CHUNKS), id);
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
  },
  renderChunk(code, { fileName }) {
    if (!code.includes('new URL("../') || fileName.split('/').length === 2) return null;
    throw new Error(`${fileName} is not in a folder of dist/, where the places of code are counted from`);
  },
};

await build({
  configFile: false,
  root: dirname(DIST),
  logLevel: 'warn',
  plugins: [places],
  build: {
    ssr: true,
    outDir: DIST,
    emptyOutDir: false,
    minify: false,
    target: 'node20',
    rollupOptions: {
      input: Object.fromEntries(ENTRIES.map((name, i) => [name, entryFiles[i]])),
      output: { entryFileNames: '[name].js', chunkFileNames: `${CHUNKS}/[name].js` },
    },
  },
});
