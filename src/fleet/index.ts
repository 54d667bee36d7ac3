// The door of fleet/: others import only this.

export { auditOf } from './audit.ts';
export { Coordinator } from './coordinator.ts';
export { Errands } from './errands.ts';
export type { FiledCampaign } from './jobs.ts';
export { journalFile, journals } from './journal.ts';
export { secondCoordinator } from './lease.ts';
export { FleetQueue, QUEUE_VARIABLE } from './queue.ts';
export { engineRecord, type FleetProgress } from './records.ts';
export { bisectedBy, verifiedBy } from './retrials.ts';
export { SharedBugs } from './shared-bugs.ts';
export { FleetWatch, statusOf } from './status.ts';
export { packed, unpacked } from './wire.ts';
export { FleetWorker } from './worker.ts';
