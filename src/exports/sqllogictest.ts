// sqllogictest: a record per statement. Connections are named as in its Rust implementation.

import { shellText } from '../imports/index.ts';
import type { Row, SqlValue } from '../sql/index.ts';
import { visible } from '../visible.ts';
import type { Format } from './format.ts';
import type { RegressionStep } from './regression-test.ts';

export const sqllogictest: Format = {
  about: 'sqllogictest, with `connection` for several',
  reopens: false,
  connections: true,
  write: ({ id, title, steps }) => {
    if (steps.some(hasLines))
      return { why: 'a value or a statement has an empty line, or a value has several' };
    const records = steps.map(recordOf).join('\n');
    return { files: { '.slt': `# ${visible(`${id}: ${title}`)}\n\n${records}` } };
  },
};

function recordOf(step: RegressionStep): string {
  if (step.do === 'reopen') return '';
  const { on, sql, expects } = step;
  const head = on === 0 ? '' : `connection c${on + 1}\n`;
  switch (expects.kind) {
    case 'refused':
      return `${head}statement error\n${sql}\n`;
    case 'works':
      return `${head}statement ok\n${sql}\n`;
    case 'anything':
      return `${head}statement maybe\n${sql}\n`;
    case 'rows': {
      const types = 'T'.repeat(Math.max(1, expects.rows[0]?.length ?? 1));
      const sort = expects.isOrdered ? 'nosort' : 'rowsort';
      return `${head}query ${types} ${sort}\n${sql}\n----\n${valuesIn(expects.rows, expects.isOrdered)}`;
    }
  }
}

function valuesIn(rows: readonly Row[], isOrdered: boolean): string {
  const texts = rows.map((row) => row.map(textOf));
  if (!isOrdered) texts.sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1));
  return texts
    .flat()
    .map((text) => `${text}\n`)
    .join('');
}

function textOf(value: SqlValue): string {
  if (value === null) return 'NULL';
  const text = shellText(value);
  return text === '' ? '(empty)' : text.replace(/[^ -~]/g, '@');
}

/** Records end with an empty line. */
function hasLines(step: RegressionStep): boolean {
  return step.do === 'run' && /\n\s*\n/.test(step.sql);
}
