// The door of json/: others import only this.

export { isDeeper } from './depth.ts';
export { didYouMean } from './nearest.ts';
export { checked, type Mismatch, mismatch, parsed, read, readIfFits } from './read.ts';
export { printSchema } from './schema.ts';
export {
  anything,
  count,
  described,
  either,
  elsewhere,
  type Fields,
  type Fitting,
  first,
  flag,
  integer,
  integerFrom,
  isObject,
  kinds,
  lazy,
  listOf,
  MOST_DEPTH,
  matching,
  object,
  oneOf,
  openObject,
  orNull,
  positive,
  provided,
  recordOf,
  type Shape,
  shortened,
  someText,
  text,
  textOr,
} from './shape.ts';
