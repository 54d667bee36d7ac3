// The properties that come with DIRT. A test checks that every exported property of this folder is listed.

import type { Property } from '../dsl/property.ts';
import * as optimiser from './optimiser.ts';
import * as rows from './rows.ts';

export const builtInProperties: readonly Property[] = [optimiser, rows].flatMap((family): Property[] =>
  Object.values(family),
);
