// What spreads a campaign over machines that do not talk to each other: a shard of its plans, and a baseline of known bugs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, type Option } from 'commander';
import { ENDLESS_EPOCH, parseShard, type Shard } from '../../campaign/index.ts';
import { DirtError } from '../../errors.ts';
import { BugBase } from '../../find/index.ts';
import { parseCount } from './parse.ts';
import { environmentOption } from './settings.ts';

export function parseShardOption(text: string): Shard {
  const shard = parseShard(text);
  if (shard === null) throw new InvalidArgumentError('Write a shard such as 0/8, 3/8 or 8/8.');
  return shard;
}

/** Shards of different campaigns, or of one whose plans depend on each other, would not be what they are taken for. */
export function checkShard({
  shard,
  seed,
  epoch,
}: {
  readonly shard?: Shard;
  readonly seed?: string;
  readonly epoch?: number;
}): void {
  if (shard === undefined) return;
  if (seed === undefined)
    throw new DirtError(
      'DIRT_SHARD',
      'a shard of which campaign? --shard needs --seed',
      'give all shards the same one, such as the number of the CI run',
    );
  if (epoch !== undefined)
    throw new DirtError(
      'DIRT_SHARD',
      'shards learn nothing from each other, so --epoch does not go with --shard',
      'leave one of them out',
    );
}

/** The folder of the bugs, if it is called by the one around it: `.dirt`, or what a CI job has uploaded. */
export function bugsFolderIn(folder: string): string {
  // A run that found nothing leaves its history alone.
  const isAround = ['bugs', 'history.jsonl'].some((name) => existsSync(join(folder, name)));
  return isAround ? join(folder, 'bugs') : folder;
}

export function baselineIn(folder: string | undefined): BugBase | undefined {
  if (folder === undefined) return undefined;
  if (existsSync(folder)) return new BugBase(bugsFolderIn(folder));
  throw new DirtError(
    'DIRT_BASELINE',
    `there is no baseline in ${folder}`,
    'check the path; make the folder if there are no known bugs yet',
  );
}

export function epochOption(): Option {
  return environmentOption(
    '--epoch <plans>',
    'what is found in so many plans changes what the plans of the epoch after next are about; 0: what is known at the start does (default: 64)',
  ).argParser((text) => (text.trim() === '0' ? ENDLESS_EPOCH : parseCount(text)));
}
