import { parseStmt } from 'sqlite3-parser';
import { test } from 'vitest';
import { defaultSetting } from '../../src/generate/setting.ts';
import { statement } from '../../src/generate/statements.ts';
import { Random } from '../../src/random.ts';
import { printStatement } from '../../src/sql/print.ts';
import { openReference } from '../conformance/reference.ts';
import { SqliteView } from './sqlite-view.ts';

test('measure', async () => {
  const problems = new Map<string, { count: number; sql: string }>();
  const kinds = new Map<string, [number, number]>();
  let total = 0;
  let bad = 0;
  let generateMs = 0;
  for (let seed = 0; seed < Number(process.env.PLANS ?? 30); seed++) {
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    const random = Random.of('measure', seed);
    const setting = defaultSetting();
    for (let i = 0; i < 100; i++) {
      const t0 = performance.now();
      const made = statement(random, view, setting);
      generateMs += performance.now() - t0;
      const sql = printStatement(made);
      const parsed = parseStmt(sql);
      if (parsed.status !== 'ok') console.log('NOPARSE', sql, parsed.errors.join());
      const t1 = performance.now();
      const problem = view.run(made);
      if (performance.now() - t1 > 200) console.log('SLOW', performance.now() - t1, sql);
      total++;
      const k = kinds.get(made.kind) ?? [0, 0];
      k[0]++;
      if (problem !== undefined) {
        k[1]++;
        bad++;
        const key = problem.replace(/\b[a-z]\d+\b/g, 'N');
        const p = problems.get(key) ?? { count: 0, sql };
        p.count++;
        if (sql.length < p.sql.length) p.sql = sql;
        problems.set(key, p);
      }
      kinds.set(made.kind, k);
    }
    sqlite.close();
  }
  console.log(
    'success',
    (1 - bad / total).toFixed(4),
    'of',
    total,
    'us/statement',
    ((generateMs * 1000) / total).toFixed(1),
  );
  console.log([...kinds].map(([k, [n, b]]) => `${k} ${n} bad ${b}`).join('\n'));
  for (const [message, { count, sql }] of [...problems].sort((a, b) => b[1].count - a[1].count)) {
    console.log(count, message, '\n    ', sql.slice(0, 400));
  }
}, 600_000);
