// DROP of tables, indexes and views that nothing else needs.

import type { Random } from '../../../../random.ts';
import type { Drop } from '../../../../sql/ast.ts';
import type { DatabaseView } from '../../../view.ts';
import type { Setting } from '../setting.ts';

/** Never the last exact table, nor one that a view reads. */
export function dropTable(random: Random, view: DatabaseView, setting: Setting): Drop | undefined {
  const exact = view.tables.filter(({ knowledge }) => knowledge === 'exact');
  const candidates = view.tables.filter(
    (table) => !isRead(view, table.name) && (table.knowledge !== 'exact' || exact.length > 1),
  );
  return dropOne(random, setting, 'TABLE', candidates);
}

export function dropIndex(random: Random, view: DatabaseView, setting: Setting): Drop | undefined {
  return dropOne(
    random,
    setting,
    'INDEX',
    view.tables.flatMap(({ indexes }) => indexes),
  );
}

export function dropView(random: Random, view: DatabaseView, setting: Setting): Drop | undefined {
  const candidates = view.views.filter(({ name }) => !isRead(view, name));
  return dropOne(random, setting, 'VIEW', candidates);
}

function dropOne(
  random: Random,
  { features, weights }: Setting,
  what: 'TABLE' | 'INDEX' | 'VIEW',
  candidates: readonly { readonly name: string }[],
): Drop | undefined {
  if (candidates.length === 0) return undefined;
  const ifExists = features.has('drop.ifExists') && random.chance(weights.percent.ifExists);
  return { kind: 'drop', what, name: random.pick(candidates).name, ...(ifExists ? { ifExists } : {}) };
}

/** Does a view read this table or view, or a trigger name it? A view of which we do not know what it reads may read anything. */
export function isRead({ views, triggers }: DatabaseView, name: string): boolean {
  return (
    views.some(({ reads }) => reads === undefined || reads.includes(name)) ||
    triggers.some(({ table, mentions }) => table !== name && mentions.includes(name))
  );
}
