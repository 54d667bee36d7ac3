// What a format is in which a bug can be exported as a test.

import type { Expressible, RegressionTest } from './regression-test.ts';

export interface Format extends Expressible {
  /** One line for people. */
  readonly about: string;
  write(test: RegressionTest): Written | Unwritten;
}

/** Files by what is added to the bug's id. */
export interface Written {
  readonly files: Readonly<Record<string, string>>;
}

/** This test cannot be written so. */
export interface Unwritten {
  readonly why: string;
}
