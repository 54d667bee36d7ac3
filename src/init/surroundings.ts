// What `dirt init` finds around it: the repository, and the packages of the project.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { anything, type Fitting, openObject, readIfFits, recordOf } from '../json/index.ts';

export interface Surroundings {
  /** The root of the repository, or the folder itself if it is in none. */
  readonly root: string;
  /** From the root to the folder, '' if it is the same. */
  readonly folder: string;
  /** How CI gets the packages. */
  readonly install: string;
  /** What is to be done so that everybody who clones the project has DIRT; null if it is done. */
  readonly advice: string | null;
}

/** `folder` is absolute. */
export function surroundingsOf(folder: string): Surroundings {
  const root = repositoryOf(folder) ?? folder;
  const manifest = manifestIn(folder);
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies };
  const isLocked = existsSync(join(folder, 'package-lock.json'));
  return {
    root,
    folder: relative(root, folder).split(sep).join('/'),
    install: isLocked ? 'npm ci' : 'npm install',
    advice: Object.hasOwn(packages, 'dirt') ? null : 'npm install --save-dev dirt',
  };
}

function repositoryOf(folder: string): string | null {
  for (let candidate = folder; ; candidate = dirname(candidate)) {
    if (existsSync(join(candidate, '.git'))) return candidate;
    if (candidate === dirname(candidate)) return null;
  }
}

const manifestShape = openObject(
  {},
  { dependencies: recordOf(anything), devDependencies: recordOf(anything) },
);

/** Null if there is none, or none that can be read, which other tools report. */
function manifestIn(folder: string): Fitting<typeof manifestShape> | null {
  try {
    return readIfFits(manifestShape, readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return null;
  }
}
