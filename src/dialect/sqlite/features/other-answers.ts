// What other builds of SQLite answer to a witness: older ones, and those with other options. Who answers like one of them does not have
// the feature as we know it, and that is no bug to report.

import type { Row } from '../../../sql/index.ts';
import type { FeatureId } from './catalogue.ts';

type Answers = readonly (readonly Row[])[];

/** Of 3.40.1, as Debian builds it for Python; the versions from 3.44 to 3.54.1 answer nothing else. */
const OTHER_ANSWERS: Partial<Record<FeatureId, Answers>> = {
  'expression.inList.subquery': [[[1n]]],
  'returning.affinity': [[[6n, 5n, 0n]]],
  'compound.join.right': [[[2n], [4n]]],
  'subquery.castNumeric': [[[2n]]],
  'subquery.inUpdateWhere.correlated': [[[5n], [5n]]],
  'withoutRowid.notFirst.notNull': [[['NULL value in t0.b']]],
  'alter.addColumn.realDefault': [[[5n]]],
  'literal.real.extreme': [[[0n, 1n]]],
  'expression.collate.RTRIM': [[[1n, 0n]]],
  // With the option SQLITE_LIKE_DOESNT_MATCH_BLOBS.
  'expression.like.blob': [[[0n, 0n]]],
  'format.real': [[['9223372036854775000.00']]],
  // The second since 3.53.
  'function.quote': [
    [["'it''s'", 'NULL', "X'0F'", '5', '9.00719925474099099987e+15']],
    [["'it''s'", 'NULL', "X'0F'", '5', '9007199254740991.0']],
  ],
  // Of databases in memory, and of engines without a log.
  'pragma.journal_mode': [[['memory']], [['delete']]],
  'pragma.page_size': [512n, 1024n, 2048n, 8192n, 16384n, 32768n, 65536n].map((size) => [[size]]),
  'function.replace': [[['axax', 5n]]],
  'function.substr': [[['bcd', 'bc', 'd', 'd']]],
  'function.substring': [[['bcd', 'bc', 'd']]],
};

export function otherAnswersTo(id: FeatureId): Answers {
  return OTHER_ANSWERS[id] ?? [];
}
