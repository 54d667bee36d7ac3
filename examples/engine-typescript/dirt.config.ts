import { defineConfig } from 'dirt';
import { sqliteInMemory } from './engine.ts';

export default defineConfig({
  engines: { 'sqlite-in-memory': sqliteInMemory },
  engine: 'sqlite-in-memory',
});
