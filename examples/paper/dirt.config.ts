// The properties of the paper, in its own notation: docs/notation.md of the package explains it.

import { defineConfig } from 'dirt';

export default defineConfig({
  engine: 'turso',
  properties: 'properties/*.dirt',
});
