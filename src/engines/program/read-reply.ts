// From what a program answered to an outcome: rows with exact values, or a refusal with its class.

import { count, type Fitting, listOf, object, oneOf, orNull, someText } from '../../json/index.ts';
import {
  CONSTRAINT_KINDS,
  decodeValue,
  encodedValue,
  REFUSAL_CLASSES,
  type Refused,
  refused,
} from '../../sql/index.ts';
import type { Reply } from '../process/requests.ts';
import { classify } from '../turso/classify.ts';

const errorShape = object(
  { message: someText },
  { class: oneOf(...REFUSAL_CLASSES), constraint: oneOf(...CONSTRAINT_KINDS) },
);

export const replyShape = object(
  {},
  { rows: listOf(listOf(encodedValue)), changes: orNull(count), error: errorShape },
);

export function readReply({ rows = [], changes = null, error }: Fitting<typeof replyShape>): Reply {
  if (error !== undefined) return readRefusal(error);
  return { kind: 'rows', rows: rows.map((row) => row.map(decodeValue)), changes };
}

/** A program that does not name the class of a refusal is judged by its words. */
function readRefusal({ message, class: refusal, constraint }: Fitting<typeof errorShape>): Refused {
  if (refusal === undefined) return classify(message);
  return constraint === undefined ? refused(refusal, message) : refused(refusal, message, constraint);
}
