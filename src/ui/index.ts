// The door of ui/: others import only this.

export { actionsOf } from './actions.ts';
export { Jobs } from './jobs.ts';
export { serve } from './server.ts';
