// What is told of a reference that is wrong.

import type { ReferenceIsWrong } from '../events/index.ts';
import type { Verdict } from '../run/index.ts';

export function wrongReference(
  index: number,
  { referenceIsWrong, trace }: Pick<Verdict, 'referenceIsWrong' | 'trace'>,
): ReferenceIsWrong | undefined {
  if (referenceIsWrong === null) return undefined;
  const { at, signature, message } = referenceIsWrong;
  const sql = trace.records.find((record) => record.at === at)?.test?.sql;
  return { index, signature, message, ...(sql !== undefined && { sql }) };
}
