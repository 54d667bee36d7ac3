// Where plans are kept that show a mistake of DIRT itself: beside the bug base, since they blame no engine.

import { dirname, join } from 'node:path';
import { BugBase } from '../find/index.ts';

export function ownMistakes(bugs: string): BugBase {
  return new BugBase(join(dirname(bugs), 'dirt-is-wrong'), { keeps: true });
}
