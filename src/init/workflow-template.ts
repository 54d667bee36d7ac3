// The text of the CI workflow.

import { dirtFolder, setUpSteps, type WorkflowPlace, workingFolder } from './workflow-steps.ts';

export function workflowTemplate(place: WorkflowPlace): string {
  const inFolder = workingFolder(place);
  const bugs = `${dirtFolder(place)}/bugs`;
  return `# Random tests on every change, and longer ones every night. Only bugs that the bug base does not have yet fail the job; the
# bug base of the default branch is kept in the cache.

name: dirt

on:
  push:
    branches: [main, master]
  pull_request:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read

jobs:
  dirt:
    runs-on: ubuntu-latest
    timeout-minutes: 45${inFolder}
${setUpSteps(place, 'dirt-bugs-', bugs)}
      # --no: DIRT comes from package.json, never from anywhere else.
      - run: npx --no dirt run --ci --budget "$BUDGET"
        env:
          BUDGET: \${{ github.event_name == 'schedule' && '30m' || '3m' }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: dirt-bugs
          path: ${bugs}
          include-hidden-files: true
          if-no-files-found: ignore
      - uses: actions/cache/save@v4
        if: always() && github.event_name != 'pull_request'
        with:
          path: ${bugs}
          key: dirt-bugs-\${{ github.run_id }}
`;
}
