// PRAGMA, ANALYZE, REINDEX and VACUUM.

import type { Random } from '../../../../random.ts';
import type { Analyze, Pragma, Reindex, Vacuum } from '../../../../sql/ast.ts';
import type { DatabaseView } from '../../../view.ts';
import type { Setting } from '../setting.ts';

/** Pragmas that affect how things are stored, and no result. */
export function pragma(random: Random, view: DatabaseView, { features }: Setting): Pragma | undefined {
  const table = view.tables.length > 0 ? random.pick(view.tables).name : undefined;
  const choices: Pragma[] = [
    { kind: 'pragma', name: 'integrity_check' },
    { kind: 'pragma', name: 'quick_check' },
    { kind: 'pragma', name: 'page_size' },
    { kind: 'pragma', name: 'page_count' },
    { kind: 'pragma', name: 'schema_version' },
    { kind: 'pragma', name: 'user_version' },
    { kind: 'pragma', name: 'user_version', value: String(random.below(1000)), form: '=' },
    { kind: 'pragma', name: 'cache_size' },
    { kind: 'pragma', name: 'cache_size', value: String(random.pick([10, 50, 200, 2000, -2000])), form: '=' },
    { kind: 'pragma', name: 'journal_mode' },
  ];
  if (table !== undefined) choices.push({ kind: 'pragma', name: 'table_info', value: table, form: '(' });
  if (!view.inTransaction) {
    choices.push({ kind: 'pragma', name: 'wal_checkpoint' });
    const value = random.pick(['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']);
    choices.push({ kind: 'pragma', name: 'wal_checkpoint', value, form: '(' });
  }
  const supported = choices.filter(({ name }) => features.has(`pragma.${name}` as 'pragma.other'));
  return supported.length > 0 ? random.pick(supported) : undefined;
}

export function analyze(random: Random, view: DatabaseView): Analyze {
  const target = view.tables.length > 0 && random.oneIn(2) ? random.pick(view.tables).name : undefined;
  return target === undefined ? { kind: 'analyze' } : { kind: 'analyze', target };
}

export function reindex(random: Random, view: DatabaseView): Reindex {
  const targets = view.tables.flatMap(({ name, indexes }) => [name, ...indexes.map((index) => index.name)]);
  return targets.length > 0 && random.oneIn(2)
    ? { kind: 'reindex', target: random.pick(targets) }
    : { kind: 'reindex' };
}

/** Undefined in a transaction, where it is refused. */
export function vacuum(random: Random, view: DatabaseView, { features, names }: Setting): Vacuum | undefined {
  if (view.inTransaction) return undefined;
  if (features.has('vacuum.into') && random.oneIn(4)) {
    return { kind: 'vacuum', into: `${names.database()}.db` };
  }
  return features.has('vacuum') ? { kind: 'vacuum' } : undefined;
}
