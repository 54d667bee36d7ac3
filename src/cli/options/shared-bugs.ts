// A command whose bug base is in PostgreSQL: what it works on is a folder that is the same before it begins and when it ends.

import type { Command } from 'commander';
import { DirtError } from '../../errors.ts';
import { printError } from '../console.ts';
import { environmentName } from './settings.ts';

const ADDRESS = /^[a-z]+:\/\//i;
/** These show for hours what others find meanwhile. */
const LIVE_COMMANDS: readonly string[] = ['ui'];
const LIVE_MS = 5_000;

export async function withSharedBugs(command: Command, action: () => void | Promise<void>): Promise<void> {
  const owner = ownerOf(command);
  const address = String(owner?.getOptionValue('bugs') ?? '');
  if (owner === null || !ADDRESS.test(address)) return action();
  if (owner.getOptionValueSource('bugs') !== 'env')
    throw new DirtError(
      'DIRT_SHARED_BUGS',
      'the address of a bug base may hold a password, so it comes from the environment alone',
      `set ${environmentName('bugs')} to it`,
    );
  // Most commands have no use for it, and it takes time to load.
  const { SharedBugs } = await import('../../fleet/index.ts');
  const shared = new SharedBugs(address);
  await shared.sync();
  owner.setOptionValueWithSource('bugs', shared.folder, 'env');
  const again = () =>
    shared.sync().catch((error: Error) => printError(`dirt: ${error.message}; it is tried again`));
  const timer = LIVE_COMMANDS.includes(command.name()) ? setInterval(() => void again(), LIVE_MS) : undefined;
  try {
    await action();
  } finally {
    clearInterval(timer);
    await shared.sync();
  }
}

/** Which of a command and those that it belongs to has the option. */
function ownerOf(command: Command): Command | null {
  for (let each: Command | null = command; each !== null; each = each.parent)
    if (each.options.some((option) => option.attributeName() === 'bugs')) return each;
  return null;
}
