// What column definitions are made of, for CREATE TABLE and ALTER TABLE … ADD COLUMN.

import type { Random } from '../../../../random.ts';
import type { ColumnDefinition, ConflictResolution, Expression } from '../../../../sql/ast.ts';
import { literal } from '../../../../sql/build.ts';
import { affinityOfType } from '../../affinity.ts';
import type { FeatureId } from '../../features/catalogue.ts';
import type { FeatureSet } from '../../features/feature-set.ts';
import { typeFeature } from '../../features/schema-features-of.ts';
import { derive, type GenerationContext } from '../expressions/generation-context.ts';
import type { Setting } from '../setting.ts';
import { blobValue, ordinaryValue, permitted } from '../values/values.ts';

/** A declared type; '' for none. */
export function typeFor(random: Random, features: FeatureSet, strict: boolean): string {
  const types = strict ? STRICT_TYPES : TYPES;
  for (let attempt = 0; attempt < 8; attempt++) {
    const type = random.pick(types);
    // In a STRICT table only a blob fits a BLOB column, so there must be a way to write one.
    if (features.has(typeFeature(type)) && !(strict && type === 'BLOB' && !features.has('literal.blob')))
      return type;
  }
  return 'INTEGER';
}

export function mayDeclare(random: Random, { features }: Setting, id: FeatureId, percent: number): boolean {
  return features.has(id) && random.chance(percent);
}

export function collationClause(random: Random, setting: Setting): Pick<ColumnDefinition, 'collate'> {
  if (!mayDeclare(random, setting, 'column.collate', setting.weights.percent.collate)) return {};
  const collate = random.pick(['NOCASE', 'NOCASE', 'RTRIM', 'BINARY'] as const);
  return { collate: setting.features.has('expression.collate.RTRIM') ? collate : 'NOCASE' };
}

export function conflictClause(random: Random, setting: Setting): { conflict?: ConflictResolution } {
  const { percent } = setting.weights;
  if (!mayDeclare(random, setting, 'constraint.onConflict', percent.constraintConflict)) return {};
  return { conflict: random.pick(['ABORT', 'FAIL', 'IGNORE', 'REPLACE', 'ROLLBACK'] as const) };
}

/** A literal, or an expression without columns. */
export function defaultFor(
  context: GenerationContext,
  { features }: Setting,
  type: string,
  strict: boolean,
  notNull: boolean,
): Expression {
  const { random, grammar, grow } = context;
  if (!strict && !notNull && features.has('column.defaultExpression') && random.oneIn(4)) {
    return grow.value(derive(context, { pure: true, sources: [], rare: true }), 'any', 2);
  }
  if (random.oneIn(notNull ? 12 : 8)) return literal(null);
  if (strict && type === 'BLOB') return literal(blobValue(random, grammar));
  return literal(permitted(ordinaryValue(random, affinityOfType(type), grammar), grammar));
}

const TYPES = [
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'INT',
  'BIGINT',
  'TEXT',
  'TEXT',
  'TEXT',
  'VARCHAR(10)',
  'REAL',
  'REAL',
  'DOUBLE',
  'NUMERIC',
  'DECIMAL(10,2)',
  'BOOLEAN',
  'BLOB',
  'BLOB',
  '',
  '',
];
const STRICT_TYPES = ['INTEGER', 'INTEGER', 'INT', 'TEXT', 'TEXT', 'REAL', 'BLOB', 'ANY'];
