// The formats in which a bug can be exported as a test. Each is a file beside this one and a line here.

import type { Format } from './format.ts';
import { rust } from './rust.ts';
import { sql } from './sql.ts';
import { sqllogictest } from './sqllogictest.ts';
import { sqltest } from './sqltest.ts';
import { tcl } from './tcl.ts';
import { vitest } from './vitest.ts';

const BY_NAME = { sqltest, sqllogictest, vitest, rust, tcl, sql } as const satisfies Record<string, Format>;

export type FormatName = keyof typeof BY_NAME;

export const FORMATS: Readonly<Record<FormatName, Format>> = BY_NAME;
export const FORMAT_NAMES = Object.keys(BY_NAME) as readonly FormatName[];
