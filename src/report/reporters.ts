// The reporters there are, by the names that `--reporter` takes.

import type { MakeReporter } from '../events/index.ts';
import { annotationsReporter } from './annotations.ts';
import { jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { markdownReporter } from './markdown.ts';
import { terminalReporter } from './terminal.ts';

export const reporters = {
  terminal: terminalReporter,
  json: jsonReporter,
  junit: junitReporter,
  markdown: markdownReporter,
  annotations: annotationsReporter,
} as const satisfies Record<string, MakeReporter>;

export type ReporterName = keyof typeof reporters;
