// The door of history/: others import only this.

export { type Fixed, fixedIn } from './fixed-in.ts';
export { appendHistory, type HistoryEntry, readHistory } from './history.ts';
