// Every file that somebody may send, made by somebody who wants more than to be read: to run code, to reach files outside, to change
// prototypes, and to do something where it is shown. Nothing of it comes about, in any command that reads the file.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Plan, RunStep } from '../../src/plan/plan.ts';
import { elementsOf } from '../report/well-formed.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, type Ran } from './dirt.ts';
import { FORGED_ID, forgeBug } from './forged-bugs.ts';

const GUARD = new URL('./guard.mjs', import.meta.url).href;

/** What does something in a terminal, a log, Markdown, HTML, XML, a shell, or as a path. */
const HOSTILE =
  '\u001b]0;x\u0007\u009b2J\u202e\r\n::error title=x::y\n##[error]z @everyone fixes #1 <script>alert(1)</script>' +
  '\nFORGED LINE\r\u2028FORGED LINE <img src=x onerror=alert(1)> ]]> & "\' `touch pwned` $(touch pwned) [x](javascript:alert(1)) ../../outside/pwned';

/** A line of an output that is not what DIRT says is the last of it. */
const DOES_SOMETHING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]|##\w*\[|^\s*::error|^FORGED LINE/m;

const SECRET = 'the secret of another file';

/** A project, and beside it what it must not reach. */
function place(): { readonly cwd: string; readonly outside: string } {
  const root = temporaryFolder();
  const [cwd, outside] = [join(root, 'project'), join(root, 'outside')];
  mkdirSync(join(cwd, '.dirt/bugs'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), SECRET);
  return { cwd, outside };
}

/** Runs a command, and checks what must hold whatever it read. */
function safely(cwd: string, ...args: string[]): Ran {
  const ran = dirt(args, { cwd, env: { NODE_OPTIONS: `--import=${GUARD}`, GITHUB_ACTIONS: 'true' } });
  const said = `${ran.out}${ran.error}`;
  const about = `dirt ${args.join(' ')}: ${JSON.stringify(said.slice(0, 2000))}`;
  expect(said, about).not.toMatch(DOES_SOMETHING);
  expect(said, about).not.toMatch(/^GUARD|^ {4}at |bug of DIRT/m);
  expect(said, about).not.toContain(SECRET);
  expect([0, 1, 2], about).toContain(ran.status);
  if (ran.status === 2)
    expect(ran.error.trimEnd().split('\n').at(-1)!.length, about).toBeLessThanOrEqual(300);
  const outside = join(cwd, '../outside');
  expect(readdirSync(outside), about).toEqual(['secret']);
  expect(readFileSync(join(outside, 'secret'), 'utf8'), about).toBe(SECRET);
  expect(readdirSync(join(cwd, '..')).sort(), about).toEqual(['outside', 'project']);
  expect(readdirSync(cwd), about).not.toContain('pwned');
  return ran;
}

/** All that the page was given. */
function dataOfPage(cwd: string): string {
  const html = readFileSync(join(cwd, '.dirt/report.html'), 'utf8');
  expect(html).not.toContain('<script>alert');
  const [, text] = /<script id="data" type="text\/plain">([^<]*)<\/script>/.exec(html)!;
  return gunzipSync(Buffer.from(text, 'base64')).toString();
}

/** A document with keys that would change a prototype, in all its objects. */
function poisoned(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    '{',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
  );
}

const RECORDING = {
  format: 1,
  engine: 'x',
  failure: { judge: 'x', message: HOSTILE },
  minimal: { connections: 1, world: [], leftOut: 0, steps: [], failsAt: 0, partsAt: 0 },
};

const RUN = ['run', '--engine', 'sqlite', '--plans', '1', '--steps', '10', '--workers', '1', '--seed', '1'];

const changed = (plan: Plan, sql: string): Plan => ({
  ...plan,
  seed: HOSTILE,
  made: { dirt: HOSTILE, profile: HOSTILE, ledger: HOSTILE },
  groups: plan.groups.map((group) => ({
    ...group,
    property: 'norec',
    steps: [
      ...group.steps.slice(0, 1),
      { ...(group.steps[0] as RunStep), id: 99, statement: { kind: 'raw', sql, changes: [] } },
    ],
  })),
});

const texts = {
  message: HOSTILE,
  claims: HOSTILE,
  signature: HOSTILE,
  skeleton: HOSTILE,
  features: [HOSTILE],
  needs: [HOSTILE],
  seed: HOSTILE,
  version: HOSTILE,
  arbiter: HOSTILE,
  property: HOSTILE,
  alsoIn: [HOSTILE],
  firstBad: { commit: HOSTILE, subject: HOSTILE },
  status: 'muted',
  reason: HOSTILE,
};

describe('a forged bug folder', () => {
  it('is shown and does nothing', () => {
    const { cwd } = place();
    const folder = forgeBug(cwd, texts);
    // These are texts of many lines, and shown as such.
    const text = HOSTILE.replaceAll('FORGED LINE', '');
    for (const name of ['README.md', 'repro.sql']) writeFileSync(join(folder, name), text);
    for (const args of [['bugs'], ['bugs', '--json'], ['bugs', 'show', FORGED_ID], ['report', 'html']])
      safely(cwd, ...args);
    safely(cwd, 'replay', FORGED_ID, '--engine', 'sqlite');
    safely(cwd, 'report', 'github', '--dry-run', '--repo', 'a/b');
    dataOfPage(cwd);
  });

  it('changes no prototype', () => {
    const { cwd } = place();
    const folder = forgeBug(cwd, {});
    for (const name of ['bug.json', 'recording.json']) {
      const path = join(folder, name);
      const text = existsSync(path) ? readFileSync(path, 'utf8') : JSON.stringify(RECORDING);
      writeFileSync(path, poisoned(JSON.parse(text)));
      for (const args of [['bugs'], ['report', 'html'], ['bugs', 'doctor']]) safely(cwd, ...args);
      writeFileSync(path, text);
    }
  });

  it('leads to no file outside by links', () => {
    const names = ['README.md', 'recording.json', 'bug.json', 'repro.sql', 'original.plan.json', 'plan.json'];
    for (const name of names.slice(0, sized(3, names.length))) {
      const { cwd, outside } = place();
      const path = join(forgeBug(cwd, { engine: 'sqlite', version: '3.50.4' }), name);
      rmSync(path, { force: true });
      symlinkSync(join(outside, 'secret'), path);
      safely(cwd, 'report', 'html');
      expect(dataOfPage(cwd), name).not.toContain(SECRET);
      if (name !== 'README.md') continue;
      safely(cwd, 'bugs', 'show', FORGED_ID);
      safely(cwd, 'bugs', 'mute', FORGED_ID, '--reason', 'x');
    }
  });

  it('that is a link itself is not taken for one, and nothing is written behind it', () => {
    const { cwd, outside } = place();
    const folder = forgeBug(cwd, {});
    cpSync(folder, join(cwd, 'elsewhere'), { recursive: true });
    rmSync(folder, { recursive: true });
    symlinkSync(join(cwd, 'elsewhere'), folder);
    const before = statSync(join(cwd, 'elsewhere/bug.json')).mtimeMs;
    expect(safely(cwd, 'bugs', 'mute', FORGED_ID, '--reason', 'x').status).toBe(2);
    expect(statSync(join(cwd, 'elsewhere/bug.json')).mtimeMs).toBe(before);
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  it('keeps nobody waiting at a pipe in the place of a file or of the lock', () => {
    for (const name of ['.lock', `${FORGED_ID}/bug.json`, `${FORGED_ID}/plan.json`]) {
      const { cwd } = place();
      forgeBug(cwd, {});
      const pipe = join(cwd, '.dirt/bugs', name);
      rmSync(pipe, { force: true });
      expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
      safely(cwd, 'bugs', 'mute', FORGED_ID, '--reason', 'x');
    }
  });

  it('is shown in a page in place of a link beside it, and not through it', () => {
    const { cwd, outside } = place();
    forgeBug(cwd, {});
    symlinkSync(join(outside, 'secret'), join(cwd, '.dirt/report.html'));
    safely(cwd, 'report', 'html');
    dataOfPage(cwd);
  });

  it('is recorded in place of a link, and not through it', () => {
    const { cwd, outside } = place();
    const folder = forgeBug(cwd, {}, (plan) => changed(plan, 'SELECT * FROM nowhere'));
    symlinkSync(join(outside, 'secret'), join(folder, 'recording.json'));
    safely(cwd, 'replay', FORGED_ID, '--engine', 'sqlite', '--record');
    expect(readFileSync(join(folder, 'recording.json'), 'utf8')).toContain('"minimal"');
  });
});

describe('a forged bug base that is merged or a baseline', () => {
  it.each(['merge', 'baseline'])('%s: is shown and does nothing, and leads to no file outside', (use) => {
    const { cwd, outside } = place();
    const part = join(cwd, 'part');
    const folder = forgeBug(part, { ...texts, mergedInto: '../../../outside', passesIn: HOSTILE });
    for (const name of ['README.md', 'recording.json', 'repro.sql', 'original.plan.json']) {
      rmSync(join(folder, name), { force: true });
      symlinkSync(join(outside, 'secret'), join(folder, name));
    }
    symlinkSync(outside, join(part, '.dirt/bugs/outside'));
    const run = {
      when: HOSTILE,
      engine: HOSTILE,
      version: HOSTILE,
      seed: HOSTILE,
      new: [HOSTILE, '__proto__'],
    };
    const counts = {
      ended: 'done',
      plans: 1,
      statements: 1,
      milliseconds: 1,
      known: [],
      gone: ['__proto__'],
    };
    const shard = { shard: HOSTILE, shards: '2' };
    const lines = [
      run,
      { ...run, when: '2026-01-01T00:00:00Z', ...shard },
      { ...run, shard: { part: 1, of: 2 } },
    ];
    writeFileSync(
      join(part, '.dirt/history.jsonl'),
      lines
        .map((line) => `${JSON.stringify({ ...line, ...counts })}\n${poisoned({ ...line, ...counts })}\n`)
        .join(''),
    );
    if (use === 'merge') {
      safely(cwd, 'bugs', 'merge', './part', '--baseline', './part');
      for (const args of [['bugs'], ['bugs', 'show', FORGED_ID], ['history'], ['report', 'html']])
        safely(cwd, ...args);
      dataOfPage(cwd);
      const files = readdirSync(join(cwd, '.dirt'), { recursive: true, withFileTypes: true });
      expect(files.filter((entry) => entry.isSymbolicLink())).toEqual([]);
      for (const entry of files.filter((each) => each.isFile()))
        expect(readFileSync(join(entry.parentPath, entry.name), 'utf8'), entry.name).not.toContain(SECRET);
    } else safely(cwd, ...RUN, '--baseline', './part');
  });
});

describe('a forged plan', () => {
  const planIn = (sql: string): { readonly cwd: string; readonly path: string } => {
    const { cwd } = place();
    const path = join(
      forgeBug(cwd, {}, (plan) => changed(plan, sql)),
      'plan.json',
    );
    cpSync(path, join(cwd, 'plan.json'));
    return { cwd, path };
  };

  it('is shown and does nothing', () => {
    const { cwd } = planIn(`SELECT '${HOSTILE.replaceAll("'", "''")}' FROM nowhere`);
    for (const command of ['replay', 'check', 'why', 'shrink'])
      safely(cwd, command, 'plan.json', '--engine', 'sqlite');
  });

  it('writes no file outside of the folder that it is dumped to', () => {
    const { cwd } = planIn("ATTACH '../../outside/pwned' AS x");
    const plan = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    const [{ steps }] = plan.groups;
    const step = (id: number, sql: string) => ({
      ...steps[1],
      id,
      statement: { ...steps[1].statement, sql },
    });
    steps.push(
      step(100, 'CREATE TABLE x.y(a)'),
      step(101, "VACUUM INTO '../pwned'"),
      step(102, 'SELECT * FROM z'),
    );
    writeFileSync(join(cwd, 'plan.json'), JSON.stringify(plan));
    const { out } = safely(cwd, 'replay', 'plan.json', '--engine', 'sqlite', '--dump', 'out');
    expect(out).toContain('-- wrote out/%2e%2e/');
  });

  it('changes no prototype', () => {
    const { cwd } = planIn('SELECT 1');
    const plan = readFileSync(join(cwd, 'plan.json'), 'utf8');
    writeFileSync(join(cwd, 'plan.json'), poisoned(JSON.parse(plan)));
    expect(safely(cwd, 'replay', 'plan.json', '--engine', 'sqlite').status).toBe(2);
    writeFileSync(
      join(cwd, 'plan.json'),
      plan.replace('"draws": {', '"draws": {"__proto__": {"polluted": 1}'),
    );
    safely(cwd, 'replay', 'plan.json', '--engine', 'sqlite');
  });
});

describe('a forged ledger', () => {
  const ledger = {
    format: 1,
    engine: 'sqlite',
    version: HOSTILE,
    features: { select: { status: 'broken', since: HOSTILE, reason: HOSTILE } },
    silenced: [{ message: HOSTILE, sql: HOSTILE }],
  };

  it.each([
    ['is shown and does nothing', JSON.stringify(ledger)],
    ['changes no prototype', poisoned(ledger)],
  ])('%s', (_, text) => {
    const { cwd } = place();
    writeFileSync(join(cwd, 'dirt.features.json'), text);
    safely(cwd, 'features', 'show', '--engine', 'sqlite');
    safely(cwd, 'features', 'diff', '--engine', 'sqlite');
    safely(cwd, ...RUN);
  });
});

describe('a forged profile', () => {
  it.each([
    [
      'is shown and does nothing, in all reports',
      JSON.stringify({ name: HOSTILE, basedOn: 'general', about: HOSTILE }),
    ],
    [
      'names nothing that it could make DIRT load',
      JSON.stringify({ name: 'x', basedOn: `${HOSTILE}`, about: 'x' }),
    ],
    ['changes no prototype', poisoned({ name: 'x', basedOn: 'general', about: 'x', workload: {} })],
  ])('%s', (_, text) => {
    const { cwd } = place();
    writeFileSync(join(cwd, 'profile.json'), text);
    const reports = ['junit=j.xml', 'markdown=m.md', 'json=e.json', 'terminal'];
    const { status } = safely(
      cwd,
      ...RUN,
      '--profile',
      'profile.json',
      ...reports.flatMap((each) => ['--reporter', each]),
    );
    if (status === 2) return;
    expect(elementsOf(readFileSync(join(cwd, 'j.xml'), 'utf8'))).toContain('testsuites');
    for (const name of ['j.xml', 'm.md', 'e.json'])
      expect(readFileSync(join(cwd, name), 'utf8'), name).not.toMatch(DOES_SOMETHING);
    // What stands in a span of code is code, and what is escaped is text.
    const markdown = readFileSync(join(cwd, 'm.md'), 'utf8').replace(/(`+) .*? \1(?!`)/gs, '');
    for (const text of [markdown, readFileSync(join(cwd, 'j.xml'), 'utf8')])
      expect(text).not.toMatch(/(?<!\\)<(?:script|img)/);
  });
});

describe('a megabyte in a text of somebody else does not fill the terminal', () => {
  const long = 'x'.repeat(2 ** 20);
  const enlarged = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, each) => (each === HOSTILE ? long : each));
  const MOST_PRINTED = 60_000;
  const shortly = (cwd: string, ...args: string[]) => {
    const { out, error } = safely(cwd, ...args);
    expect([args[0], out.length + error.length]).toEqual([
      args[0],
      expect.toSatisfy((n) => n < MOST_PRINTED),
    ]);
  };

  it('of a bug or a plan', () => {
    const { cwd } = place();
    const folder = forgeBug(
      cwd,
      enlarged(texts) as object,
      (plan) => enlarged(changed(plan, `SELECT '${long}' FROM nowhere`)) as Plan,
    );
    for (const name of ['README.md', 'repro.sql']) writeFileSync(join(folder, name), long);
    for (const args of [['bugs'], ['bugs', 'show', FORGED_ID], ['bugs', 'doctor'], ['bugs', 'verify']])
      shortly(cwd, ...args);
    for (const command of ['replay', 'why', 'shrink']) shortly(cwd, command, FORGED_ID, '--engine', 'sqlite');
    shortly(cwd, 'report', 'github', '--dry-run', '--repo', 'a/b');
    writeFileSync(join(folder, 'README.md'), 'x\n'.repeat(2 ** 20));
    expect(safely(cwd, 'bugs', 'show', FORGED_ID).out.length).toBeLessThan(250_000);
  });

  it('of a ledger, a profile, a script, a history or a file of the notation', () => {
    const { cwd } = place();
    writeFileSync(join(cwd, 'script.sql'), `SELECT '${long}'; SELECT ${long};`);
    for (const command of ['check', 'why', 'sql', 'shrink'])
      shortly(cwd, command, 'script.sql', '--engine', 'sqlite');
    writeFileSync(
      join(cwd, 'long.dirt'),
      `-- ${long}\ngen property long db:\n    ${long} <- pick db.tables\n    ! RS := SELECT * FROM ${long}\n    ! assert(RS.length() == RS.length())\n`,
    );
    shortly(cwd, 'properties', 'try', 'long.dirt', '--instances', '1');
    const features = { select: { status: 'broken', since: long, reason: long } };
    const ledger = {
      format: 1,
      engine: 'sqlite',
      version: long,
      features,
      silenced: [{ message: long, sql: long }],
    };
    writeFileSync(join(cwd, 'dirt.features.json'), JSON.stringify(ledger));
    for (const command of ['show', 'diff']) shortly(cwd, 'features', command, '--engine', 'sqlite');
    rmSync(join(cwd, 'dirt.features.json'));
    writeFileSync(join(cwd, 'profile.json'), JSON.stringify({ name: long, basedOn: 'general', about: long }));
    shortly(cwd, ...RUN, '--profile', 'profile.json');
    const told = { when: '2026-01-01T00:00:00Z', engine: long, version: long, commit: long, seed: long };
    const counts = {
      ended: 'done',
      plans: 1,
      statements: 1,
      milliseconds: 1,
      new: [long],
      known: [long],
      gone: [long],
    };
    writeFileSync(join(cwd, '.dirt/history.jsonl'), `${JSON.stringify({ ...told, ...counts })}\n`);
    for (const args of [['history'], ['bugs', '--new']]) shortly(cwd, ...args);
  });
});

describe('a forged history', () => {
  const run = {
    when: HOSTILE,
    engine: HOSTILE,
    version: HOSTILE,
    commit: HOSTILE,
    seed: HOSTILE,
    ended: 'done',
    plans: 1,
    statements: 1,
    milliseconds: 1,
    new: [HOSTILE, '__proto__', 'constructor'],
    known: [HOSTILE],
    gone: ['__proto__'],
  };
  const COMMANDS = [['history'], ['report', 'html'], ['bugs', '--new'], RUN];

  it.each([
    ['is shown and does nothing', `${JSON.stringify(run)}\n`],
    ['changes no prototype', `${poisoned(run)}\n${poisoned({ ...run, when: '2026-01-01T00:00:00Z' })}\n`],
  ])('%s', (_, text) => {
    const { cwd } = place();
    writeFileSync(join(cwd, '.dirt/history.jsonl'), text);
    for (const args of COMMANDS) safely(cwd, ...args);
  });

  it('that is a link is neither read nor written through', () => {
    const { cwd, outside } = place();
    symlinkSync(join(outside, 'secret'), join(cwd, '.dirt/history.jsonl'));
    mkdirSync(join(cwd, 'part/bugs'), { recursive: true });
    writeFileSync(join(cwd, 'part/history.jsonl'), `${JSON.stringify(run)}\n`);
    for (const args of [...COMMANDS, ['bugs', 'merge', './part']]) safely(cwd, ...args);
  });

  it('with a shard of campaigns without end is merged in a moment', () => {
    const { cwd } = place();
    mkdirSync(join(cwd, 'part/bugs'), { recursive: true });
    const shards = ['0/99999999999', '0/4294967295', '0/999999'];
    const lines = shards.map((shard) => JSON.stringify({ ...run, shard }));
    writeFileSync(join(cwd, 'part/history.jsonl'), `${lines.join('\n')}\n`);
    const { out } = safely(cwd, 'bugs', 'merge', './part');
    expect(out.length).toBeLessThan(10_000);
  });
});

describe('a forged file of properties in the notation', () => {
  const figure = (claims: string, ...names: readonly [string, string, string, string]) => {
    const [table, predicate, rows, flags] = names;
    return `-- ${claims}
gen property forged db:
    ${table} <- pick db.tables
    ${predicate} <- gen expression (${table})
    ! ${rows} = SELECT * FROM ${table} WHERE ${predicate}
    ! ${flags} = SELECT ${predicate} FROM ${table}
    ! assert(${rows}.length() == ${flags}.count(1))
`;
  };

  it.each([
    ['is shown and does nothing', HOSTILE.replaceAll(/[\r\n]/g, ' '), ['t', 'p', 'RS1', 'RS2']],
    ['changes no prototype', 'x', ['__proto__', 'constructor', 'toString', 'hasOwnProperty']],
  ] satisfies [string, string, [string, string, string, string]][])(
    '%s, where it is tried, listed, run and reported',
    (_, claims, names) => {
      const { cwd } = place();
      writeFileSync(join(cwd, 'forged.dirt'), figure(claims, ...names));
      writeFileSync(join(cwd, 'dirt.config.json'), JSON.stringify({ properties: 'forged.dirt' }));
      expect(safely(cwd, 'properties', 'try', 'forged.dirt', '--instances', '2').status).toBe(0);
      expect(safely(cwd, 'properties').out).toContain('forged');
      const reports = ['junit=j.xml', 'markdown=m.md', 'json=e.json', 'terminal', 'annotations'];
      const options = [...RUN, '--properties', 'forged', '--verbose', '--steps', '60'];
      expect(safely(cwd, ...options, ...reports.flatMap((each) => ['--reporter', each])).out).toContain(
        'forged',
      );
      expect(elementsOf(readFileSync(join(cwd, 'j.xml'), 'utf8'))).toContain('testsuites');
      for (const name of ['j.xml', 'm.md', 'e.json'])
        expect(readFileSync(join(cwd, name), 'utf8'), name).not.toMatch(DOES_SOMETHING);
    },
  );

  it('that is wrong anywhere is told in one line that does nothing', () => {
    const sound = figure('x', 't', 'p', 'RS1', 'RS2');
    const places = ['db:', 't <- pick', '(t)', 'RS1 =', 'WHERE p', '== RS2', 'count(1)'];
    for (const at of places.slice(0, sized(4, places.length))) {
      const { cwd } = place();
      writeFileSync(join(cwd, 'forged.dirt'), sound.replace(at, `${at}${HOSTILE}`));
      const { status, error } = safely(cwd, 'properties', 'try', 'forged.dirt');
      expect([at, status, error.trimEnd().split('\n').length]).toEqual([at, 2, 1]);
    }
  });
});

describe('a forged script', () => {
  const COMMANDS = [['sql'], ['check'], ['why'], ['shrink']];

  it('is shown and does nothing', () => {
    const { cwd } = place();
    const name = `"${HOSTILE.replaceAll('"', '""')}"`;
    const text = `'${HOSTILE.replaceAll("'", "''")}'`;
    const script = `CREATE TABLE ${name}(a); INSERT INTO ${name} VALUES (${text}); SELECT a, ${text} FROM ${name}; SELECT ${name}.a FROM nowhere;`;
    // Lines of the script are printed as lines.
    writeFileSync(join(cwd, 'script.sql'), script.replaceAll('FORGED LINE', ''));
    for (const command of COMMANDS) safely(cwd, ...command, 'script.sql', '--engine', 'sqlite');
    safely(cwd, 'check', 'script.sql', '--engine', 'turso');
  });

  it('writes and reads nothing outside', () => {
    const { cwd } = place();
    writeFileSync(
      join(cwd, 'script.sql'),
      `ATTACH '../outside/pwned' AS x; CREATE TABLE x.y(a); VACUUM INTO '../outside/pwned'; SELECT load_extension('./x.so');
ATTACH '../outside/secret' AS z; SELECT * FROM z.sqlite_schema; SELECT readfile('../outside/secret'); PRAGMA temp_store_directory = '../outside';`,
    );
    for (const command of COMMANDS)
      for (const engine of ['sqlite', 'turso']) safely(cwd, ...command, 'script.sql', '--engine', engine);
  });

  it('becomes a property that is this script, and no code', () => {
    const { cwd } = place();
    const code = 'process.getBuiltinModule("fs").writeFileSync("pwned", "")';
    const script = `SELECT 1; -- \`); ${code}; //\n-- \\\`); ${code}; //\nSELECT '\${${code}}', '\\\${${code}}' IS NULL;\n`;
    writeFileSync(join(cwd, 'script.sql'), script);
    const claims = `x*/ \`); ${code}; // ' ; ${code}; "`;
    expect(safely(cwd, 'properties', 'new', 'mine', 'script.sql', '--claims', claims).status).toBe(0);
    const { status, out } = safely(cwd, 'properties', 'try', 'dirt/mine.property.ts', '--instances', '1');
    expect([status, out.includes('writeFileSync')]).toEqual([0, true]);
  });

  it('becomes no property behind a link that leads out of the repository', () => {
    const { cwd, outside } = place();
    writeFileSync(join(cwd, 'script.sql'), 'SELECT 1;');
    symlinkSync(outside, join(cwd, 'dirt'));
    expect(safely(cwd, 'properties', 'new', 'mine', 'script.sql').error).toMatch(/\[DIRT_INIT_LINK\]\n$/);
    rmSync(join(cwd, 'dirt'));
    mkdirSync(join(cwd, 'dirt'));
    symlinkSync(join(outside, 'secret'), join(cwd, 'dirt/mine.property.ts'));
    expect(safely(cwd, 'properties', 'new', 'mine', 'script.sql', '--force').status).toBe(2);
  });
});

it('the guard of these tests sees what it is there for', () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'dirt.config.mjs'),
    "import { execSync } from 'node:child_process'; execSync('true'); Object.prototype.polluted = 1; export default {};",
  );
  const { error } = dirt(['config'], { cwd, env: { NODE_OPTIONS: `--import=${GUARD}` } });
  expect(error).toContain('GUARD: execSync true');
  expect(error).toContain('GUARD: a prototype was changed');
});
