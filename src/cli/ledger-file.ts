// Where the ledger of a campaign comes from: the file in the working directory if there is one, otherwise a probe.

import { existsSync, readFileSync } from 'node:fs';
import { titleOf } from '../engines/ability.ts';
import type { Engine } from '../engines/engine.ts';
import { DirtError } from '../errors.ts';
import { featureIds } from '../features/catalogue.ts';
import { LEDGER_FILE, type Ledger, parseLedger, type Status } from '../features/ledger.ts';
import { probedLedger } from '../run/probed-ledger.ts';
import { printError } from './console.ts';

export async function ledgerFor(engine: Engine, mayCache = true): Promise<Ledger> {
  return ledgerInFile(engine) ?? probeWithNotice(engine, mayCache);
}

/** The ledger of the working directory, if it is about this engine. */
export function ledgerInFile(engine: Engine): Ledger | null {
  if (!existsSync(LEDGER_FILE)) return null;
  let text: string;
  try {
    text = readFileSync(LEDGER_FILE, 'utf8');
  } catch (error) {
    const problem = `cannot read ${LEDGER_FILE} (${(error as NodeJS.ErrnoException).code})`;
    throw new DirtError('DIRT_FILE', problem, 'check its permissions');
  }
  const ledger = parseLedger(text, LEDGER_FILE);
  return ledger.engine === engine.name ? ledger : null;
}

/** What a probe says, which may have been asked before. */
export async function probeWithNotice(engine: Engine, mayCache = true): Promise<Ledger> {
  let isNew = false;
  const ledger = await probedLedger(engine, {
    ignoreCache: !mayCache,
    onProbe: () => {
      isNew = true;
      printError(`dirt: probing what ${titleOf(engine)} supports`);
    },
  });
  if (isNew) printError(`dirt: ${countsOf(ledger)}; \`dirt features show\` lists them`);
  return ledger;
}

/** How many features are supported, unsupported and broken, in words. */
export function countsOf({ features }: Ledger): string {
  const count = (status: Status) => featureIds.filter((id) => features[id]?.status === status).length;
  return `${count('supported')} features supported, ${count('unsupported')} unsupported, ${count('broken')} broken`;
}
