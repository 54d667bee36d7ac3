// `--corpus`: the folder of imported scripts, or none.

import { resolve } from 'node:path';
import { type Corpus, corpusIn } from '../../imports/index.ts';

/** Null for none, and where nothing was imported. Workers run elsewhere, so its path is absolute. */
export function corpusNamed(folder: string): Corpus | null {
  return folder === 'none' ? null : corpusIn(resolve(folder));
}
