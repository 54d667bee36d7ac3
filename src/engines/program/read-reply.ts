// From what a program answered to an outcome: rows with exact values, or a refusal with its class.

import { decodeValue } from '../../sql/codec.ts';
import { type ConstraintKind, type RefusalClass, type Refused, refused } from '../../sql/outcome.ts';
import type { SqlValue } from '../../sql/value.ts';
import type { Reply } from '../process/requests.ts';
import { classify } from '../turso/classify.ts';
import { fieldsOf, integerIn, listIn, Misfit, oneOf, textIn } from './shape.ts';

export function readReply(answer: unknown): Reply {
  const { rows, changes, error } = fieldsOf(answer, 'the answer', ['rows', 'changes', 'error']);
  if (error !== undefined) return readRefusal(error);
  return {
    kind: 'rows',
    rows: rows === undefined ? [] : listIn(rows, 'rows', (row, place) => listIn(row, place, valueIn)),
    changes: changes === undefined || changes === null ? null : integerIn(changes, 'changes', 0, 2 ** 53 - 1),
  };
}

/** A program that does not name the class of a refusal is judged by its words. */
function readRefusal(error: unknown): Refused {
  const fields = fieldsOf(error, 'error', ['class', 'constraint', 'message']);
  const message = textIn(fields.message, 'error.message');
  if (fields.class === undefined) return classify(message);
  const refusal = oneOf(CLASSES)(fields.class, 'error.class');
  if (fields.constraint === undefined) return refused(refusal, message);
  return refused(refusal, message, oneOf(CONSTRAINTS)(fields.constraint, 'error.constraint'));
}

function valueIn(encoded: unknown, place: string): SqlValue {
  try {
    return decodeValue(encoded);
  } catch (error) {
    if (error instanceof TypeError) throw new Misfit(`${place} is ${error.message}`);
    throw error;
  }
}

const CLASSES: readonly RefusalClass[] = [
  'syntax',
  'unsupported',
  'noSuchTable',
  'constraint',
  'busy',
  'readonly',
  'io',
  'corrupt',
  'interrupted',
  'other',
];

const CONSTRAINTS: readonly ConstraintKind[] = [
  'unique',
  'primaryKey',
  'notNull',
  'check',
  'foreignKey',
  'datatype',
  'other',
];
