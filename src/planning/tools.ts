// The tools that a property is handed, on top of one attempt.

import type { Tools } from '../property/index.ts';
import type { Attempt } from './attempt.ts';
import { generationTools } from './generation-tools.ts';
import { interactionTools } from './interaction-tools.ts';

export function toolsFor(attempt: Attempt): Tools {
  return Object.assign(generationTools(attempt), interactionTools(attempt, 0));
}
