import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedModule, installedVersion } from '../../src/engines/turso/turso.ts';
import { namedCheck } from '../../src/plan/named-check.ts';
import { loadProject } from '../../src/project/project.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { property } from '../../src/property/property.ts';
import { projectFolder } from './project-folder.ts';

function load(files: Readonly<Record<string, string>>, name = 'dirt.config.ts') {
  return loadProject(join(projectFolder(files), name));
}

const LOCAL = `turso({ wasm: ${JSON.stringify(installedModule())} })`;
const PROPERTY = `import { property } from 'dirt';\nexport const mine = property('mine', { claims: 'Nothing.' }, () => {});\n`;

describe('a project', () => {
  it('without a configuration is what comes with DIRT', async () => {
    const project = await loadProject(null);
    expect(project.properties).toEqual(builtInProperties);
    const [none, sqlite, other] = await Promise.all(
      ['none', 'sqlite', 'model'].map((reference) => project.refereeNamed(reference)),
    );
    expect([none.reference, none.third, none.opener.name]).toEqual([null, null, 'sqlite']);
    expect([sqlite.reference?.name, sqlite.third]).toEqual(['sqlite', null]);
    expect([other.reference?.name, other.third?.name, other.opener.name]).toEqual([
      'model',
      'sqlite',
      'sqlite',
    ]);
    expect((await project.engineNamed('sqlite')).name).toBe('sqlite');
  });

  it('imports the DIRT that runs, so that its checks are known', async () => {
    const project = await load({
      'dirt.config.ts': `
import { defineConfig, property } from 'dirt';
import { engines } from './more.ts';
enum Size { Small = 7 }
export default defineConfig({ engines, properties: 'p.ts', limits: { steps: Size.Small } });
globalThis.propertyOfTheProject = property;`,
      'more.ts': `export const engines: Record<string, string> = { old: 'turso@0.4.4' };`,
      'p.ts': `${PROPERTY}import { defineCheck } from 'dirt';\ndefineCheck('of-the-project', () => true);`,
    });
    expect(Reflect.get(globalThis, 'propertyOfTheProject')).toBe(property);
    expect(namedCheck('of-the-project')([])).toBe(true);
    expect(project.config.limits).toEqual({ steps: 7 });
    expect(project.properties.at(-1)?.name).toBe('mine');
    expect(project.specOf('old')).toBe('turso@0.4.4');
  });

  it.each([
    ['mts', `import { defineConfig } from 'dirt';\nexport default defineConfig({ engine: 'x' as string });`],
    ['js', `import { defineConfig } from 'dirt';\nexport default defineConfig({ engine: 'x' });`],
    ['mjs', `export default { engine: 'x' };`],
    ['json', `{ "$schema": "./node_modules/dirt/docs/config.schema.json", "engine": "x" }`],
  ])('may be configured in a .%s file', async (extension, text) => {
    const name = `dirt.config.${extension}`;
    expect((await load({ [name]: text }, name)).config.engine).toBe('x');
  });

  it('starts its paths at the folder of the configuration', async () => {
    const config = `export default { bugs: 'found', ledger: '/there.json', profile: 'mine.json' };`;
    const folder = projectFolder({ 'dirt.config.ts': config });
    const project = await loadProject(join(folder, 'dirt.config.ts'));
    expect(join(process.cwd(), project.config.bugs ?? '')).toBe(join(folder, 'found'));
    expect(project.config.ledger).toBe('/there.json');
    expect(join(process.cwd(), String(project.config.profile))).toBe(join(folder, 'mine.json'));
  });
});

describe('an engine of the configuration', () => {
  it('may be an object, a promise, a function or another name, and is called what it is called there', async () => {
    const project = await load({
      'dirt.config.ts': `
import { turso } from 'dirt';
const local = ${LOCAL};
export default { engines: {
  object: local, promise: Promise.resolve(local), function: async () => local, name: 'sqlite',
  unused: Promise.reject(new Error('nobody asks')),
} };`,
    });
    for (const name of ['object', 'promise', 'function']) {
      const engine = await project.engineNamed(name);
      expect(engine.name).toBe(name);
      expect(engine.version).toMatch(/^file:.*\.wasm$/);
      expect(engine.isPublished).toBeUndefined();
      expect(await project.engineNamed(name)).toBe(engine);
    }
    expect((await project.engineNamed('name')).name).toBe('sqlite');
    await expect(project.engineNamed('unused')).rejects.toThrow('engines.unused cannot be made: nobody asks');
    await expect(project.engineNamed('nothing')).rejects.toThrow('use object, promise, function');
  });

  it('wins over a built-in one of the same name, whose published versions can still be had', async () => {
    const project = await load({
      'dirt.config.ts': `import { turso } from 'dirt';\nexport default { engines: { turso: ${LOCAL}, own: ${LOCAL} } };`,
    });
    expect((await project.engineNamed('turso')).version).toMatch(/^file:/);
    const version = installedVersion();
    expect((await project.engineNamed(`turso@${version}`)).version).toBe(version);
    expect(project.specOfBug({ engine: 'turso', version })).toBe(`turso@${version}`);
    expect(project.specOfBug({ engine: 'turso', version: 'file:old.wasm' })).toBe('turso');
    expect(() => project.specOfBug({ engine: 'sqlite', version: 'file:x.node' })).toThrow(
      'not enough to run "file:x.node"',
    );
    // What was found in an earlier state of one's own engine is tried on the present one.
    expect(project.specOfBug({ engine: 'own', version: 'earlier' })).toBe('own');
    await expect(project.engineNamed('own@9')).rejects.toThrow('leave the version out');
  });
});

describe('what is wrong in a configuration is told with its place and the remedy', () => {
  it.each([
    [`throw new TypeError('boom');`, /config\.ts: line 1 throws TypeError: boom: correct it/],
    [`throw 'boom';`, /config\.ts: it throws boom/],
    [`export const config = {};`, /it has no default export: write `export default defineConfig/],
    [`export default {\n  engine: [1, }`, /config\.ts: line 2 does not parse/],
    [
      `import { x } from './nothing.ts';\nexport default x;`,
      /config\.ts: Cannot find module '\.\/nothing\.ts'/,
    ],
    [`export default [];`, /the configuration is not an object/],
    [`export default { engin: 'x' };`, /engin is unknown: did you mean engine\?/],
    [`export default { colour: 'x' };`, /colour is unknown: known here: .*engines, engine, reference/],
    [`export default { limits: { bugdet: '5s' } };`, /limits\.bugdet is unknown: did you mean budget\?/],
    [`export default { limits: { budget: 'soon' } };`, /limits\.budget is "soon": write a time such as 90s/],
    [`export default { limits: { steps: 0 } };`, /limits\.steps is not an integer from 1 to 100000/],
    [`export default { workload: { read: 'much' } };`, /workload\.read is not an integer from 0 to/],
    [`export default { workload: { read: 0, write: 0, create: 0 } };`, /all of workload are 0/],
    [`export default { faults: { powerCut: 2000 } };`, /faults\.powerCut is not an integer from 0 to 1000/],
    [
      `export default { profile: { name: 'x', rows: { leest: 1 } } };`,
      /profile\.rows\.leest is unknown: did you/,
    ],
    [`export default { profile: 7 };`, /profile is not a text or an object/],
    [`export default { properties: [7] };`, /properties\[0\] is not a text/],
    [`export default { properties: 'no/*.ts' };`, /properties: no file matches no\/\*\.ts/],
    [
      `export default { engines: { a: {} } };`,
      /engines\.a has no function boot: an engine is an object with/,
    ],
    [`export default { engines: { a: 7 } };`, /engines\.a is not a text/],
    [`export default { engines: { 'a@1': 'turso' } };`, /engines\.a@1 is no name/],
    [`export default { reporters: { mine: {} } };`, /reporters\.mine is not a function: write \(output\) =>/],
    [`export default { engines: { none: 'turso' } };`, /engines\.none is no name/],
  ])('%s', async (text, says) => {
    const error = await load({ 'dirt.config.ts': text }).catch((caught) => caught);
    expect(error.code).toMatch(/^DIRT_/);
    expect(error.message).toMatch(says);
    expect(error.message).not.toContain('\n');
  });

  it.each([
    [`export const mine = 7;`, /p\.ts: it exports no property: write `export const/],
    [
      `import { property } from 'dirt';\nexport const a = property('norec', { claims: 'Nothing.' }, () => {});`,
      /a second property norec/,
    ],
    [
      `${PROPERTY}export const other = property('mine', { claims: 'Nothing.' }, () => {});`,
      /a second property mine, beside the one in .*p\.ts/,
    ],
    [
      `import { property } from 'dirt';\nexport const a = property('a', () => {});`,
      /p\.ts: the property a does not say what it claims: write property\('a', \{ claims: 'One sentence\.' \}/,
    ],
    [`import { nonsense } from 'dirt';\nnonsense();`, /p\.ts: line 2 throws TypeError/],
  ])('and in a file of properties: %s', async (text, says) => {
    const files = { 'dirt.config.ts': `export default { properties: 'p.ts' };`, 'p.ts': text };
    await expect(load(files)).rejects.toThrow(says);
  });

  it('and in a reporter when it is used', async () => {
    const project = await load({ 'dirt.config.ts': `export default { reporters: { mine: () => 7 } };` });
    const output = { isTerminal: false, columns: 80, write: () => {} };
    const make = () => project.reporters.mine(output, { quiet: false });
    expect(make).toThrow(
      /config\.ts: reporters\.mine makes no reporter: return an object with a function event/,
    );
  });

  const abilities = `{ faults: [], journalModes: ['wal'], pageSizes: [4096], connections: 1, deterministic: true }`;
  it.each([
    [`() => ({})`, /config\.ts: engines\.a has no function boot: an engine is an object with/],
    [`() => 7`, /config\.ts: engines\.a is not an object/],
    [`() => { throw new Error('boom'); }`, /config\.ts: engines\.a cannot be made: boom/],
    [`{ boot() {} }`, /config\.ts: engines\.a\.version is missing/],
    [`{ boot() {}, version: '1' }`, /engines\.a\.abilities is missing/],
    [`{ boot() {}, version: '1', abilities: {} }`, /engines\.a\.abilities\.faults is missing/],
    [
      `{ boot() {}, version: '1', abilities: { ...${abilities}, faults: ['fire'] } }`,
      /engines\.a\.abilities\.faults\[0\] is not one of .*powerCut/,
    ],
    [`'tursa'`, /config\.ts: engines\.a: there is no engine "tursa"/],
  ])('and in an engine when it is used: %s', async (engine, says) => {
    const project = await load({ 'dirt.config.ts': `export default { engines: { a: ${engine} } };` });
    await expect(project.engineNamed('a')).rejects.toThrow(says);
  });
});
