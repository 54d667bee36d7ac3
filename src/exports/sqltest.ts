// Turso's .sqltest: one test on a fresh database. It compares the rows of all statements together.

import { shellText } from '../imports/index.ts';
import { visible } from '../visible.ts';
import type { Format, Unwritten } from './format.ts';
import type { RegressionStep, RegressionTest } from './regression-test.ts';

export const sqltest: Format = {
  about: "Turso's own format",
  reopens: false,
  connections: false,
  write: (test) => {
    const { id, title, steps } = test;
    const body = bodyOf(steps);
    if ('why' in body) return body;
    const head = `@database :memory:\n\n# ${visible(title).replace(/[{}]/g, '')}\n`;
    return { files: { '.sqltest': `${head}test ${id} {\n${body.sql}}\n${body.expects}` } };
  },
};

interface Body {
  readonly sql: string;
  readonly expects: string;
}

function bodyOf(steps: RegressionTest['steps']): Body | Unwritten {
  const runs = steps.flatMap((step) => (step.do === 'run' ? [step] : []));
  // A test ends with the first refusal, and what a shell prints on the way cannot be left out.
  const refusal = runs.findIndex(({ expects }) => expects.kind === 'refused');
  if (refusal >= 0 && refusal < runs.length - 1) return { why: 'it goes on after a refused statement' };
  if (runs.some(({ expects }) => expects.kind === 'anything'))
    return { why: 'SQL leaves open what comes on the way' };
  if (runs.some(isUnbalanced)) return { why: 'its braces come in no pairs' };
  const sql = runs.map((step) => `    ${step.sql};\n`).join('');
  if (refusal >= 0) return { sql, expects: 'expect error {\n}\n' };
  const parts = runs.flatMap(({ expects }) =>
    expects.kind === 'rows' && expects.rows.length > 0 ? [expects] : [],
  );
  const lines = parts.flatMap(({ rows }) => rows.map((row) => `    ${row.map(shellText).join('|')}\n`));
  if (lines.some((line) => line.indexOf('\n') < line.length - 1)) return { why: 'a value has several lines' };
  const isOrdered = parts.every(({ rows, isOrdered: inOrder }) => inOrder || rows.length < 2);
  return { sql, expects: `expect${isOrdered ? '' : ' unordered'} {\n${lines.join('')}}\n` };
}

function isUnbalanced(step: RegressionStep): boolean {
  if (step.do !== 'run') return false;
  const rows = step.expects.kind === 'rows' ? step.expects.rows.flat().map(shellText) : [];
  return [step.sql, ...rows].some(
    (text) => text.split('{').length !== text.split('}').length || /}.*{/s.test(text),
  );
}
