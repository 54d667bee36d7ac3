// The files of a bug's folder that are made from bug.json and plan.json.

import { shellWord, visible, visibleJson } from '../visible.ts';
import { type Bug, describeEngine } from './bug.ts';
import { commentedScript, type Described, describeNeeds, describeVote } from './describe.ts';
import { describeVersions } from './describe-versions.ts';
import { interleavingOf } from './interleaving.ts';
import { code, fenced, inline } from './markdown-text.ts';
import { bugTitle } from './title.ts';

export function exportedFiles(bug: Bug, described: Described): Record<string, string> {
  return {
    'repro.sql': reproSql(bug, described),
    'README.md': bugReport(bug, commentedScript(described), interleavingOf(described)),
    'repro.test.ts': vitestCase(bug),
  };
}

/** For any SQL shell; `dirt sql` also obeys the directives in its comments. */
function reproSql(bug: Bug, described: Described): string {
  const header = [
    `-- ${bug.id}: ${bugTitle(bug)}`,
    `-- ${describeEngine(bug)}; seed ${bug.seed}, plan ${bug.index}`,
  ];
  return `${[...header.map(visible), commentedScript(described)].join('\n')}\n`;
}

/** The report of a bug after something came to be known of versions. */
export function withVersions(report: string, bug: Bug): string {
  const [title, who, ...rest] = report.split('\n\n');
  const old = rest[0]?.startsWith(VERSIONS) ? rest.slice(1) : rest;
  return [title, who, ...versionsLine(bug), ...old].join('\n\n');
}

const VERSIONS = 'Versions: ';

function versionsLine(bug: Bug): string[] {
  const versions = describeVersions(bug);
  return versions === null ? [] : [`${VERSIONS}${inline(versions)}.`];
}

/** `script` is the statements with what they gave, `interleaving` the table of what ran where. */
export function bugReport(bug: Bug, script: string, interleaving: readonly string[] | null = null): string {
  const needs = describeNeeds(bug);
  return [
    `# ${inline(bugTitle(bug))}`,
    '',
    `${inline(describeEngine(bug))}, ${inline(describeVote(bug))}.`,
    ...versionsLine(bug).flatMap((line) => ['', line]),
    ...(needs === null ? [] : ['', `It ${inline(needs)}.`]),
    ...(bug.claims ? ['', `The property ${code(bug.property)}: ${inline(bug.claims)}`] : []),
    '',
    fenced('sql', script),
    '',
    ...(interleaving === null
      ? []
      : [
          'What ran on which connection; a statement that was left is open as long as its line goes on:',
          '',
          fenced('text', interleaving.join('\n')),
          '',
        ]),
    ...foundBy(bug),
    '',
  ].join('\n');
}

function foundBy(bug: Bug): readonly string[] {
  const { id, kind, property, seed, index, statementsBefore, statements, cause } = bug;
  const replay = `Replay with ${code(`npx dirt replay ${shellWord(id)}`)}.`;
  if (cause.witnessOf !== undefined)
    return [
      `Found by DIRT before any plan: the witness of ${code(cause.witnessOf)}, kind ${kind}. ${replay}`,
    ];
  return [
    `Found by DIRT: property ${code(property)}, kind ${kind}, seed ${inline(seed)}, plan ${index}; shrunk from`,
    `${statementsBefore} to ${statements} statements. ${replay}`,
  ];
}

/** Not in one word: where the package is bundled, these words would be exchanged for the place of its own code. */
const ITS_PLACE = ['import', 'meta', 'url'].join('.');

/** Fails as long as the bug is there; the plan lies beside it. */
export function vitestCase(bug: Bug, plan = 'plan.json'): string {
  const name = visibleJson(`${bug.engine}: ${bugTitle(bug)}`);
  return `// ${visible(bug.id)}: a case for vitest, beside its ${plan}. DIRT_ENGINE chooses another engine or version.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const plan = fileURLToPath(new URL('./${plan}', ${ITS_PLACE}));

it(${name}, { timeout: 120_000 }, () => {
  const { status, stdout } = spawnSync('npx', ['dirt', 'replay', plan], { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});
`;
}
