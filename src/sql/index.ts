// The door of sql/: others import only this.

export { decodeValue, type EncodedValue, encodedValue, encodeRow, encodeValue } from './codec.ts';
export { countConditions, REWRITINGS, rewrittenBody, rewrittenCondition } from './equivalent.ts';
export { FOREIGN_KEY_ACTIONS } from './grammar/statements.ts';
export type { Drawn, Namespace, NodeSorts, Sort, Sorts } from './grammar.ts';
export { mapNames, mapValues, visitDraws, visitNames } from './leaves.ts';
export { saysNotImplemented } from './not-implemented.ts';
export {
  CONSTRAINT_KINDS,
  type ConstraintKind,
  type Failure,
  isFatal,
  isLacking,
  NOTHING,
  type Outcome,
  type OutOfFuel,
  type Panic,
  type PowerLoss,
  REFUSAL_CLASSES,
  type RefusalClass,
  type Refused,
  type Rows,
  refused,
} from './outcome.ts';
export { givenIn, type Path, type Place, placesIn } from './places.ts';
export { rewrite, rewriteQueries } from './rewrite.ts';
export { sameTree } from './same-tree.ts';
export { selectAll } from './select-all.ts';
export { shapeOf } from './shape.ts';
export { SPELLING_KINDS, type Spelling, type SpellingKind } from './spelling.ts';
export {
  classOf,
  isReading,
  isStatementKind,
  isTransactionControl,
  type StatementClass,
  type StatementOf,
} from './statement-class.ts';
export {
  children,
  columnsIn,
  type ListItem,
  mapChildren,
  mapColumns,
  type Node,
  operandsOf,
  some,
  someChild,
  someRoot,
  type Tree,
  visit,
} from './tree.ts';
export {
  hexOf,
  type Row,
  rowKey,
  type SqlValue,
  type StorageClass,
  sameRow,
  sameValue,
  storageClass,
  valueKey,
} from './value.ts';
