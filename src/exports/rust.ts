// A test in Rust on the crate turso.

import { formatRow } from '../dialect/index.ts';
import type { SqlValue } from '../sql/index.ts';
import { visible } from '../visible.ts';
import type { Format } from './format.ts';
import type { RegressionStep } from './regression-test.ts';

export const rust: Format = {
  about: 'for the crate turso, with tokio',
  reopens: true,
  connections: true,
  write: ({ id, title, steps, connections }) => {
    const name = id.replace(/\W/g, '_');
    const isReopened = steps.some(({ do: what }) => what === 'reopen');
    const change = isReopened ? 'mut ' : '';
    const handles = Array.from({ length: connections }, (_, on) => `c${on + 1}`);
    const body = [
      `let path = std::env::temp_dir().join(format!("${name}-{}.db", std::process::id()));`,
      'let path = path.to_str().unwrap();',
      `let ${change}db = turso::Builder::new_local(path).build().await.unwrap();`,
      ...handles.map((handle) => `let ${change}${handle} = db.connect().unwrap();`),
      ...steps.flatMap((step) => statementsOf(step, handles)),
    ];
    const lines = body.map((line) => `    ${line}\n`).join('');
    const test = `#[tokio::test]\nasync fn ${name}() {\n${lines}}\n`;
    return { files: { '.rs': `// ${visible(title)}\n\n${HELPERS}\n${test}` } };
  },
};

/** Values as SQL writes them, so that different ones are different texts. */
const HELPERS = `use turso::{Connection, Value};

fn text(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(text) => format!("'{}'", text.replace('\\'', "''")),
        Value::Blob(bytes) => format!("x'{}'", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
    }
}

async fn run(connection: &Connection, sql: &str) -> Result<Vec<String>, turso::Error> {
    let mut rows = connection.query(sql, ()).await?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next().await? {
        let values: Result<Vec<_>, _> = (0..row.column_count()).map(|at| row.get_value(at)).collect();
        lines.push(values?.iter().map(text).collect::<Vec<_>>().join(" | "));
    }
    Ok(lines)
}

#[allow(dead_code)]
fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}
`;

function statementsOf(step: RegressionStep, handles: readonly string[]): string[] {
  if (step.do === 'reopen')
    return [
      ...handles.map((handle) => `drop(${handle});`),
      'drop(db);',
      'db = turso::Builder::new_local(path).build().await.unwrap();',
      ...handles.map((handle) => `${handle} = db.connect().unwrap();`),
    ];
  const ran = `run(&${handles[step.on]}, ${quoted(step.sql)}).await`;
  const { expects } = step;
  switch (expects.kind) {
    case 'refused':
      return [`assert!(${ran}.is_err());`];
    case 'anything':
      return [`let _ = ${ran};`];
    case 'works':
      return [`${ran}.unwrap();`];
    case 'rows': {
      const lines = expects.rows.map((row) => row.map(textOf).join(' | '));
      if (lines.length === 0) return [`assert!(${ran}.unwrap().is_empty());`];
      if (expects.isOrdered || lines.length === 1)
        return [`assert_eq!(${ran}.unwrap(), [${lines.map(quoted).join(', ')}]);`];
      const wanted = lines.sort(byBytes).map(quoted).join(', ');
      return [`assert_eq!(sorted(${ran}.unwrap()), [${wanted}]);`];
    }
  }
}

/** As `text` of the helpers writes it. */
function textOf(value: SqlValue): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value !== 'number') return formatRow([value]);
  return realText(value);
}

/** As Rust prints it for programmers. */
function realText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-5 && size < 1e16);
  const [digits, exponent] = (isPlain ? plain(value) : value.toExponential()).split('e');
  if (exponent === undefined) return digits.includes('.') ? digits : `${digits}.0`;
  return `${digits}e${Number(exponent)}`;
}

function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text;
}

function quoted(text: string): string {
  return `"${text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replace(/[\0-\x1f\x7f-\u{10ffff}]/gu, (c) =>
      c >= ' ' && c !== '\x7f' ? c : `\\u{${c.codePointAt(0)!.toString(16)}}`,
    )}"`;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
