// What is in the package: exactly what it needs.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pack, REPOSITORY } from './packed.ts';

describe('the packed package', () => {
  const { clone, paths } = pack();

  it('holds what was built, the documentation and the examples, and nothing else', () => {
    const other = paths.filter(
      (path) =>
        !/^(?:dist\/.*\.(?:js|d\.ts)|docs\/(?:(?:pictures|trophies)\/)?[\w.-]+|examples\/.+)$/.test(path),
    );
    expect(other.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json']);
    const modules = paths.filter((path) => /^dist\/(?!chunks\/).*\.js$/.test(path));
    const read = readdirSync(join(REPOSITORY, 'src/properties')).map(
      (name) => `dist/properties/${name.slice(0, -2)}js`,
    );
    const doors = [
      'fast-check',
      'index',
      'cli/main',
      'campaign/worker',
      'selftest/worker',
      'engines/turso-native/child',
    ];
    expect(modules.sort()).toEqual([...doors.map((name) => `dist/${name}.js`), ...read].sort());
    expect(paths.filter((path) => path.startsWith('dist/chunks/')).length).toBeGreaterThan(2);
    expect(paths).toContain('docs/tutorial.md');
    expect(paths).toContain('examples/minidb/src/database.ts');
  });

  it('holds what its documentation links to', () => {
    const documents = paths.filter((path) => /^docs\/.*\.md$/.test(path));
    expect(documents.length).toBeGreaterThan(3);
    const missing = documents.flatMap((path) =>
      [...readFileSync(join(clone, path), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)]
        .map(([, link]) => normalize(join(dirname(path), link)))
        // The action belongs to the repository on GitHub.
        .filter(
          (target) =>
            target !== 'action.yml' &&
            !paths.some((held) => held === target || held.startsWith(`${target}/`)),
        )
        .map((target) => `${path} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });
});
