// The text of a nightly workflow: a campaign in shards, their results merged, the bug base and the history kept from night to night.

import { dirtFolder, setUpSteps, type WorkflowPlace, workingFolder } from './workflow-steps.ts';

const SHARDS = 8;

const HEAD = `# One campaign every night, on ${SHARDS} machines that do not talk to each other. The last job puts together what they found, says what is new, known and
# gone since the night before, and fails if something is new. Bugs and history are kept in the cache and in the artifact dirt-nightly.

name: dirt-nightly

on:
  schedule:
    - cron: '17 2 * * *'
  workflow_dispatch:

permissions:
  contents: read

concurrency: dirt-nightly

jobs:
`;

export function nightlyTemplate(place: WorkflowPlace): string {
  const dirt = dirtFolder(place);
  const inFolder = workingFolder(place);
  const kept = `|
            ${dirt}/bugs
            ${dirt}/history.jsonl`;
  const setUp = setUpSteps(place, 'dirt-nightly-', kept);
  return `${HEAD}${shardJob(dirt, inFolder, setUp)}
${mergeJob(dirt, inFolder, setUp)}`;
}

function shardJob(dirt: string, inFolder: string, setUp: string): string {
  const shards = Array.from({ length: SHARDS }, (_, i) => i + 1).join(', ');
  return `  shard:
    runs-on: ubuntu-latest
    timeout-minutes: 90${inFolder}
    strategy:
      fail-fast: false
      matrix:
        shard: [${shards}]
${setUp}
      # A shard writes only what it learns itself, so that nothing is counted twice. 1 means that bugs were found: what is new, the last job says.
      - run: |
          mkdir -p .dirt/bugs && mv .dirt/bugs .dirt/baseline && rm -f .dirt/history.jsonl
          code=0
          npx --no dirt run --ci --seed "$SEED" --shard "$SHARD" --baseline .dirt/baseline || code=$?
          test "$code" -le 1
        env:
          SEED: \${{ github.run_id }}
          SHARD: \${{ matrix.shard }}/${SHARDS}
          DIRT_BUDGET: 30m
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: dirt-shard-\${{ matrix.shard }}
          path: |
            ${dirt}/bugs
            ${dirt}/dirt-is-wrong
            ${dirt}/history.jsonl
          include-hidden-files: true
          if-no-files-found: ignore
`;
}

function mergeJob(dirt: string, inFolder: string, setUp: string): string {
  return `  merge:
    needs: shard
    if: \${{ !cancelled() }}
    runs-on: ubuntu-latest
    permissions:
      contents: read
      # For issues.
      issues: write${inFolder}
${setUp}
      - uses: actions/download-artifact@v4
        with:
          pattern: dirt-shard-*
          path: \${{ runner.temp }}/shards
      - run: |
          mkdir -p .dirt/bugs && cp -R .dirt/bugs .dirt/baseline
          npx --no dirt bugs merge --baseline .dirt/baseline "$SHARDS"/*/ | tee -a "\${GITHUB_STEP_SUMMARY:-/dev/null}"
        shell: bash
        env:
          SHARDS: \${{ runner.temp }}/shards
      # One issue per bug; closed when a version passes.
      - run: npx --no dirt report github
        if: \${{ !cancelled() }}
        env:
          GITHUB_TOKEN: \${{ github.token }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: dirt-nightly
          path: |
            ${dirt}/bugs
            ${dirt}/history.jsonl
          include-hidden-files: true
          if-no-files-found: ignore
      - uses: actions/cache/save@v4
        if: always()
        with:
          path: |
            ${dirt}/bugs
            ${dirt}/history.jsonl
          key: dirt-nightly-\${{ github.run_id }}
`;
}
