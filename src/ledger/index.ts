// The door of ledger/: others import only this.

export {
  LEDGER_FILE,
  type Ledger,
  parseLedger,
  printLedger,
  printSilenced,
  type Status,
  usableFeatures,
} from './ledger.ts';
export { type LedgerChange, ledgerChanges, updatedLedger } from './ledger-changes.ts';
export { BREACH, probe } from './probe.ts';
export { probedLedger } from './probed-ledger.ts';
export { witnessPlan } from './witness.ts';
