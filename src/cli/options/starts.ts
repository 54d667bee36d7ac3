// `--corpus` and `--start`: what plans start from.

import { resolve } from 'node:path';
import type { CampaignSettings } from '../../campaign/index.ts';
import { corpusIn, readDatabase } from '../../imports/index.ts';
import { counted } from '../../words.ts';
import { printError } from '../console.ts';

export interface StartOptions {
  /** A folder, or none. */
  readonly corpus: string;
  /** A database file. */
  readonly start?: string;
}

/** Workers run elsewhere, so paths are absolute. */
export async function startsNamed({
  corpus,
  start,
}: StartOptions): Promise<Pick<CampaignSettings, 'corpus' | 'start' | 'startsFrom'>> {
  if (start !== undefined) {
    const { plan, tables, rows, leftOut } = await readDatabase(start);
    printError(`dirt: plans start from ${start}: ${counted(tables, 'table')}, ${counted(rows, 'row')}`);
    for (const each of leftOut) printError(`dirt: left out: ${each}`);
    return { start: plan, startsFrom: { option: '--start', path: start } };
  }
  const found = corpus === 'none' ? null : corpusIn(resolve(corpus));
  return found === null ? {} : { corpus: found, startsFrom: { option: '--corpus', path: corpus } };
}
