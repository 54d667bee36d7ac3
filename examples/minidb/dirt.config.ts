// What DIRT tests here, and how. docs/config.md of the package explains every key, and `npx dirt config` prints the result.

import { defineConfig } from 'dirt';
import { engine } from './dirt/engine.ts';

export default defineConfig({
  engines: { minidb: engine },
  engine: 'minidb',

  // Who decides when the engine and DIRT's own model disagree; 'none' does without.
  reference: 'sqlite',

  // Every property that these files export is tested, beside those that come with DIRT.
  properties: 'dirt/**/*.property.ts',
});
