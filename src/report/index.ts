// The door of report/: others import only this.

export { type BugRow, bugTable } from './bug-table.ts';
export { CampaignRecord } from './campaign-record.ts';
export { appendingOutput, type ClosableOutput, fileOutput } from './file-output.ts';
export { fileIssues } from './github/file-issues.ts';
export { Github } from './github/github.ts';
export { type ReporterName, reporters } from './reporters.ts';
export { selftestLines } from './selftest.ts';
