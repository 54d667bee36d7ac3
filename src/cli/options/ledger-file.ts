// Where the ledger of a campaign comes from: its file if there is one, otherwise a probe.

import { dialect } from '../../dialect/index.ts';
import { type Engine, titleOf } from '../../engines/index.ts';
import { readTextIfThere } from '../../files/index.ts';
import { type Ledger, parseLedger, probedLedger, type Status } from '../../ledger/index.ts';
import { printError } from '../console.ts';

export async function ledgerFor(engine: Engine, file: string, mayCache = true): Promise<Ledger> {
  return ledgerInFile(engine, file) ?? probeWithNotice(engine, mayCache);
}

/** The ledger in this file, if it is there and about this engine. */
export function ledgerInFile(engine: Engine, file: string): Ledger | null {
  const text = readTextIfThere(file);
  if (text === null) return null;
  const ledger = parseLedger(text, file);
  return ledger.engine === engine.name ? ledger : null;
}

/** What a probe finds, or found earlier if it may be taken from the cache. */
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
  const count = (status: Status) =>
    dialect.features.ids.filter((id) => features[id]?.status === status).length;
  return `${count('supported')} features supported, ${count('unsupported')} unsupported, ${count('broken')} broken`;
}
