// What all workflows begin with.

export interface WorkflowPlace {
  /** The folder of the project in its repository, '' if it is the root. */
  readonly folder: string;
  /** How the packages get there. */
  readonly install: string;
}

/** Where the steps of a job run. */
export function workingFolder({ folder }: WorkflowPlace): string {
  return folder === ''
    ? ''
    : `\n    defaults:\n      run:\n        working-directory: ${JSON.stringify(folder)}`;
}

/** From the root of the repository, where actions look for files. */
export function dirtFolder({ folder }: WorkflowPlace): string {
  return folder === '' ? '.dirt' : `${folder}/.dirt`;
}

/** Repository, packages, and what was kept in the cache the last time. */
export function setUpSteps({ install }: WorkflowPlace, key: string, path: string): string {
  return `    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${install}
      - uses: actions/cache/restore@v4
        with:
          path: ${path}
          key: ${key}\${{ github.run_id }}
          restore-keys: ${key}`;
}
