// The door of history/: others import only this.

export { fixedIn } from './fixed-in.ts';
export { appendHistory, type HistoryEntry, readHistory } from './history.ts';
